// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the Accuracy place shows of the current session: its validation, and the detailed
// examination that one may ask for. Without widgets.
#pragma once

#include "session/workspace.h"

#include <QImage>
#include <QObject>
#include <QPointer>

#include <map>
#include <memory>

namespace metainfer::workbench {

class AccuracyPresenter : public QObject {
    Q_OBJECT

  public:
    explicit AccuracyPresenter(Workspace& workspace, QObject* parent = nullptr);

    SessionPresenter* session() const { return m_session; }
    /// Null until something was validated.
    const Json* validation() const;
    /// An empty object until there is one.
    const Json& decision() const;
    QString chosen() const; ///< id of the session's choice

    /// Null until examined.
    const std::shared_ptr<const validation::Examination>& examination() const {
        return m_examination;
    }
    /// By output, from the examination, else from what the session itself compared.
    const std::vector<validation::OutputDetail>& outputs() const { return m_outputs; }
    const QString& outputsComparedOn() const { return m_comparedOn; }
    /// Input of a sample of `examination()->worst`; null while it is not known.
    QImage picture(std::size_t sample) const;

    /// Something was validated and no session is running: its measurements would suffer.
    bool canExamine() const;
    bool isSomethingRunning() const;
    bool isExamining() const { return m_job != 0; }
    bool isLoading() const { return m_readJob != 0 || m_pictureJob != 0; }
    const std::optional<Error>& failure() const { return m_failure; } ///< of the examination
    void examine();
    void cancel();

  signals:
    void contentChanged();
    void examinationChanged(); ///< there, gone, running, failed
    void picturesChanged();

  private:
    void follow();
    void refresh();
    void read();
    void take(std::optional<validation::Examination> found);
    void readPictures();
    void findOutputs();

    Workspace& m_workspace;
    QPointer<SessionPresenter> m_session;
    std::filesystem::path m_readFrom; ///< folder that `m_examination` belongs to
    std::shared_ptr<const session::SessionContent> m_content;
    std::shared_ptr<const validation::Examination> m_examination;
    std::vector<validation::OutputDetail> m_outputs;
    QString m_comparedOn;
    std::map<std::size_t, QImage> m_pictures;
    std::optional<Error> m_failure;
    Jobs::Id m_job = 0, m_readJob = 0, m_pictureJob = 0;
    quint64 m_round = 0; ///< of examinations: an earlier one's late answer is dropped
};

} // namespace metainfer::workbench
