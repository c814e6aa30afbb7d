// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile while it is edited: its text, the profile that the text stands for, what is wrong with
// it, and every step that can be undone.
#pragma once

#include "bridge/jobs.h"
#include "hardware/profile_form_model.h"
#include "hardware/profile_problem.h"

#include "hardware/profile.h"
#include "hardware/profile_diff.h"

#include <QUndoStack>

#include <filesystem>

namespace metainfer::workbench {

/// The text is the truth. Typing into it is parsed a moment later on a thread; a value set in the
/// form changes the profile and writes the text anew. While the text holds mistakes the form keeps
/// the last profile that was right, and takes no values.
class ProfileDocument : public QObject {
    Q_OBJECT

  public:
    explicit ProfileDocument(Jobs& jobs, QObject* parent = nullptr);

    /// Reads the file off the GUI thread; `opened` or `failed` follows.
    void open(const std::filesystem::path& file);
    /// An unsaved profile with a name and a type.
    void startNew();

    bool isOpen() const { return !m_text.isEmpty(); }
    bool isBusy() const { return m_reading || m_parsing || m_delay.isActive(); }
    bool isModified() const { return !m_undo.isClean(); }
    /// No mistakes, and the profile shown is the text's.
    bool isValid() const;
    bool isFormEditable() const { return m_profile && m_profileText == m_text; }
    const std::filesystem::path& file() const { return m_file; }
    const QString& text() const { return m_text; }
    /// Null until a text was right.
    std::shared_ptr<const hardware::Profile> profile() const { return m_profile; }
    const std::vector<widgets::ProfileProblem>& problems() const { return m_problems; }
    const QHash<QString, widgets::RefusedText>& refused() const { return m_refused; }
    QUndoStack& undoStack() { return m_undo; }

    /// What somebody typed into the text; following letters in the same line are one step.
    void typeText(const QString& text);
    void setField(const widgets::ProfileField& field, const QString& text);
    void addLevel();
    void removeLevel(int level);
    /// Takes another profile as it is, as one step: a result of microbenchmarks, an earlier
    /// revision.
    void replace(const hardware::Profile& profile, const QString& step);

    /// Where `save` would write: beside the file when it is a person's own, else the folder of the
    /// user.
    std::filesystem::path saveTarget() const;
    /// True when the target is another profile's file, which would get a new revision.
    bool saveMeetsAnother() const;
    /// Fields that differ from what was opened or saved last.
    std::vector<hardware::FieldChange> changes() const;
    /// Writes the next revision; `saved` or `failed` follows.
    void save(const QString& reason);

  signals:
    void opened();
    void textChanged();
    void profileChanged();
    void problemsChanged(); ///< problems, refused texts, or whether the form can be edited
    void stateChanged();    ///< file, modified
    void saved(int revision);
    void failed(const metainfer::Error& error);

  private:
    friend class TextStep;
    using ProfilePointer = std::shared_ptr<const hardware::Profile>;

    void apply(const QString& text, const ProfilePointer& profile, bool atOnce);
    void pushProfile(hardware::Profile profile, const QString& step);
    void start(const std::filesystem::path& file, const QString& text);
    void parse();

    Jobs& m_jobs;
    std::filesystem::path m_file; ///< empty = never stored
    QString m_text;
    QString m_profileText; ///< the text that `m_profile` stands for
    ProfilePointer m_profile;
    ProfilePointer m_stored; ///< as opened or saved last
    std::vector<widgets::ProfileProblem> m_problems;
    QHash<QString, widgets::RefusedText> m_refused;
    QUndoStack m_undo;
    QTimer m_delay;
    bool m_reading = false, m_parsing = false, m_parsed = false;
};

} // namespace metainfer::workbench
