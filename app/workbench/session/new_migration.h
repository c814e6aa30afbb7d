// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The new migration as the form shows it: judged as one types, started by one click.
#pragma once

#include "session/migration_check.h"
#include "session/workspace.h"

#include <QTimer>

namespace metainfer::workbench {

class NewMigration : public QObject {
    Q_OBJECT

  public:
    explicit NewMigration(Workspace& workspace, QObject* parent = nullptr);

    /// Judges these values off the GUI thread, shortly after the last change; `answered` follows.
    void setValues(const widgets::MigrationValues& values);
    const widgets::MigrationValues& values() const { return m_values; }
    const MigrationAnswer& answer() const { return m_answer; }
    /// True when the answer belongs to the current values.
    bool isCurrent() const { return !m_checking && !m_wait.isActive(); }

    /// Fills the form with what was typed before the program ended, if anything; `filled` follows.
    void restoreDraft();
    /// Reads a deployment file; `filled` follows, or a problem in the window.
    void openDeployment(const QString& file);
    /// Fills the form as this run was asked, to be corrected and started anew.
    void openRequest(const engine::AdaptRequest& request);
    void chooseSample(const QString& name);
    /// The sample migration of a first visit: few candidates, in at most two minutes.
    void startSample(const QString& name, const QString& target);
    /// Writes the deployment file and starts. Only when the answer is ready.
    void start();

    bool hasCatalogue() const { return m_hasCatalogue; } ///< samples and targets were looked for
    const QStringList& samples() const { return m_samples; }
    const QList<widgets::TargetChoice>& targets() const { return m_targets; }
    bool isStarting() const { return m_starting; }
    void reloadTargets();

  signals:
    void answered();
    void filled(const metainfer::widgets::MigrationValues& values); ///< the form should show these
    void catalogueChanged();                                        ///< samples or targets
    void startingChanged();

  private:
    void check();
    void readCatalogue();
    QString root() const;
    void launch(MigrationAnswer answer, bool ofForm);
    void keepDraft();

    Workspace& m_workspace;
    QTimer m_wait;
    bool m_checking = false, m_checkAgain = false, m_starting = false, m_hasCatalogue = false;
    widgets::MigrationValues m_values;
    session::Deployment m_base;
    MigrationAnswer m_answer;
    QStringList m_samples;
    QHash<QString, QString> m_sampleFiles; ///< name -> deployment.yaml
    QList<widgets::TargetChoice> m_targets;
};

} // namespace metainfer::workbench
