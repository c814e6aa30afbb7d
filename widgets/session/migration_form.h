// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The form of a new migration: every field with its message beneath it. Says what was typed and
// shows what is said about it; judges nothing itself.
#pragma once

#include "session/form_rows.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QGroupBox;
class QLineEdit;
class QToolButton;

namespace metainfer::widgets {

class AdvancedForm;
class PathField;

class MigrationForm : public QWidget {
    Q_OBJECT

  public:
    explicit MigrationForm(QWidget* parent = nullptr);

    MigrationValues values() const;
    void setValues(const MigrationValues& values);
    /// Leaves the cursor of a field that is being typed in where it is.
    void setFolder(const QString& folder);
    void setMessages(const FieldMessages& messages);
    /// Names of sample models, offered in the model's menu.
    void setSamples(const QStringList& names);
    void setTargets(const QList<TargetChoice>& targets);
    bool advancedShown() const;
    void showAdvanced(bool shown);
    /// The editor of the first field that is wrong, from the top; null when none is.
    QWidget* firstMistake() const;

  signals:
    void changed();
    void sampleChosen(const QString& name);

  protected:
    void changeEvent(QEvent* event) override;

  private:
    static constexpr std::size_t kObjectives = 3;

    QGroupBox* group();
    QLineEdit* line(const QString& name);
    void makeModel();
    void makeObjectives();
    void makeLimitsAndData();
    void makeSearch();
    void fillMetrics();
    void fillTargets(const QString& current);
    void addTargets(TargetChoice::Group group, const QString& heading);
    QString targetText(const TargetChoice& target) const;
    void showWeights();
    void showProgram();
    void showLimits();
    void showSamples();
    void retranslate();

    FormRows m_rows;
    PathField *m_model, *m_calibration, *m_validation, *m_folder;
    QToolButton* m_samples;
    QStringList m_sampleNames;
    QComboBox *m_target, *m_metric;
    QList<TargetChoice> m_targets;
    std::array<QComboBox*, kObjectives> m_objectives{};
    std::array<QLineEdit*, kObjectives> m_weights{};
    QCheckBox *m_weighted, *m_experience;
    QLineEdit *m_maxLatency, *m_maxMemory, *m_maxDrop, *m_maxThreads, *m_dimensions, *m_command,
        *m_gate, *m_budget, *m_timeLimit, *m_seed;
    QGroupBox *m_modelGroup, *m_objectiveGroup, *m_limitGroup, *m_dataGroup, *m_searchGroup;
    QToolButton* m_advanced;
    AdvancedForm* m_more;
};

} // namespace metainfer::widgets
