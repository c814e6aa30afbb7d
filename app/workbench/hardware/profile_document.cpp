// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A profile while it is edited.
#include "hardware/profile_document.h"

#include "base/file.h"
#include "hardware/profile_store.h"
#include "hardware/profile_yaml.h"
#include "hardware/yaml_layout.h"
#include "measurement/time_text.h"
#include "session/engine_words.h"

#include <QUndoCommand>

namespace metainfer::workbench {
namespace {

namespace fs = std::filesystem;

constexpr int kParseDelayMs = 150;
/// The name under which the parser is asked; taken off its messages again.
constexpr const char* kSource = "profile";

struct Parsed {
    std::shared_ptr<const hardware::Profile> profile;
    std::vector<widgets::ProfileProblem> problems;
};

Parsed parsedText(const std::string& text) {
    auto loaded = hardware::parseProfile(text, kSource);
    if (!loaded)
        return {nullptr, widgets::problemsOf(loaded.error(), kSource)};
    return {std::make_shared<const hardware::Profile>(std::move(loaded->profile)),
            widgets::warningsOf(loaded->warnings, kSource)};
}

/// Where two texts differ: the number of equal characters at the start, and what follows on each
/// side up to the equal end.
struct Difference {
    qsizetype at = 0, removed = 0, added = 0;
};
Difference differenceOf(const QString& before, const QString& after) {
    Difference found;
    const qsizetype shorter = std::min(before.size(), after.size());
    while (found.at < shorter && before[found.at] == after[found.at])
        ++found.at;
    qsizetype end = 0;
    while (end < shorter - found.at &&
           before[before.size() - 1 - end] == after[after.size() - 1 - end])
        ++end;
    found.removed = before.size() - found.at - end;
    found.added = after.size() - found.at - end;
    return found;
}

bool isOneLetter(const QString& before, const QString& after) {
    const Difference change = differenceOf(before, after);
    return change.removed + change.added == 1 &&
           (change.added == 0 || after[change.at] != QLatin1Char('\n'));
}

} // namespace

/// One change of the text; `profile` is what a side stands for, where that is known already.
class TextStep : public QUndoCommand {
  public:
    using Side = std::pair<QString, std::shared_ptr<const hardware::Profile>>;
    TextStep(ProfileDocument& document, Side before, Side after, bool typed, const QString& name)
        : QUndoCommand(name)
        , m_document(document)
        , m_before(std::move(before))
        , m_after(std::move(after))
        , m_typed(typed) {}

    int id() const override { return m_typed ? 1 : -1; }
    void undo() override { m_document.apply(m_before.first, m_before.second, true); }
    void redo() override { m_document.apply(m_after.first, m_after.second, !m_typed); }
    bool mergeWith(const QUndoCommand* other) override {
        const auto* next = static_cast<const TextStep*>(other);
        // Letters that follow each other are one step, a jump to another place starts a new one.
        if (!isOneLetter(next->m_before.first, next->m_after.first) ||
            differenceOf(m_before.first, m_after.first).added > 200)
            return false;
        const Difference last = differenceOf(m_before.first, m_after.first);
        const Difference more = differenceOf(next->m_before.first, next->m_after.first);
        if (std::abs(more.at - (last.at + last.added)) > 1)
            return false;
        m_after = next->m_after;
        return true;
    }

  private:
    ProfileDocument& m_document;
    Side m_before, m_after;
    bool m_typed;
};

ProfileDocument::ProfileDocument(Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kParseDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &ProfileDocument::parse);
    connect(&m_undo, &QUndoStack::cleanChanged, this, &ProfileDocument::stateChanged);
}

void ProfileDocument::open(const fs::path& file) {
    m_reading = true;
    m_jobs.run<Result<std::string>>(
        {}, this, [file](const JobContext&) { return readTextFile(file); },
        [this, file](Result<std::string> text) {
            m_reading = false;
            if (!text)
                return emit failed(text.error());
            start(file, QString::fromStdString(*text));
        });
}

void ProfileDocument::startNew() {
    start({}, "schema: hardware/1\nhardware:\n  name: my-device\n  type: npu\n");
}

void ProfileDocument::start(const fs::path& file, const QString& text) {
    m_file = file;
    m_stored.reset();
    m_profile.reset();
    m_profileText.clear();
    m_undo.clear();
    apply(text, nullptr, true);
    emit stateChanged();
    emit opened();
}

void ProfileDocument::apply(const QString& text, const ProfilePointer& profile, bool atOnce) {
    m_text = text;
    m_parsed = false;
    m_refused.clear();
    if (profile) {
        m_profile = profile;
        m_profileText = text;
        emit profileChanged();
    }
    emit textChanged();
    emit problemsChanged();
    if (atOnce) {
        m_delay.stop();
        parse();
    } else {
        m_delay.start();
    }
}

void ProfileDocument::parse() {
    m_parsing = true;
    const QString text = m_text;
    m_jobs.run<Parsed>(
        {}, this, [content = text.toStdString()](const JobContext&) { return parsedText(content); },
        [this, text](Parsed parsed) {
            if (text != m_text)
                return; // a newer text is on its way
            m_parsing = false;
            m_parsed = true;
            m_problems = std::move(parsed.problems);
            if (parsed.profile) {
                const bool changed = !m_profile || !(*m_profile == *parsed.profile);
                m_profile = std::move(parsed.profile);
                m_profileText = text;
                if (!m_stored && m_undo.index() == 0)
                    m_stored = m_profile;
                if (changed)
                    emit profileChanged();
            }
            emit problemsChanged();
        });
}

bool ProfileDocument::isValid() const {
    const bool clean = std::all_of(m_problems.begin(), m_problems.end(),
                                   [](const auto& problem) { return problem.warning; });
    return m_parsed && clean && isFormEditable();
}

void ProfileDocument::typeText(const QString& text) {
    if (text == m_text)
        return;
    const ProfilePointer before = isFormEditable() ? m_profile : nullptr;
    m_undo.push(new TextStep(*this, {m_text, before}, {text, nullptr}, true, tr("Edit the text")));
}

void ProfileDocument::pushProfile(hardware::Profile profile, const QString& step) {
    // What a person wrote between the values stays.
    const QString text = QString::fromStdString(
        hardware::withLayoutOf(m_text.toStdString(), hardware::profileToYaml(profile)));
    auto shared = std::make_shared<const hardware::Profile>(std::move(profile));
    if (text == m_text)
        return;
    // What is wrong in other fields stays there to be corrected.
    auto refused = m_refused;
    m_undo.push(new TextStep(*this, {m_text, m_profile}, {text, std::move(shared)}, false, step));
    if (refused.isEmpty())
        return;
    m_refused = std::move(refused);
    emit problemsChanged();
}

void ProfileDocument::setField(const widgets::ProfileField& field, const QString& text) {
    if (!isFormEditable())
        return;
    hardware::Provenance source;
    source.source = NumberSource::User;
    source.date = measurement::utcNow();
    auto changed = widgets::withField(*m_profile, field, text, source);
    if (!changed) {
        const QString remedy = widgets::EngineWords::text(changed.error().hint);
        const QString message = widgets::EngineWords::text(changed.error().message);
        m_refused[field.path] = {text, remedy.isEmpty()
                                           ? message
                                           : tr("%1: %2", "problem: remedy").arg(message, remedy)};
        return emit problemsChanged();
    }
    if (m_refused.remove(field.path))
        emit problemsChanged();
    pushProfile(std::move(*changed), tr("Change %1").arg(widgets::fieldLabel(field)));
}

void ProfileDocument::addLevel() {
    if (!isFormEditable())
        return;
    hardware::Profile profile = *m_profile;
    auto& levels = profile.memory.hierarchy;
    const auto isTaken = [&levels](const std::string& name) {
        return std::any_of(levels.begin(), levels.end(),
                           [&name](const auto& level) { return level.level == name; });
    };
    hardware::MemoryLevel level;
    for (std::size_t number = levels.size() + 1; level.level.empty(); ++number)
        if (const std::string name = "level" + std::to_string(number); !isTaken(name))
            level.level = name;
    levels.push_back(level);
    pushProfile(std::move(profile), tr("Add a memory level"));
}

void ProfileDocument::removeLevel(int level) {
    if (!isFormEditable() || level < 0 ||
        level >= static_cast<int>(m_profile->memory.hierarchy.size()))
        return;
    hardware::Profile profile = *m_profile;
    const auto at = profile.memory.hierarchy.begin() + level;
    const std::string path = "memory.hierarchy." + at->level;
    std::erase_if(profile.provenance, [&path](const auto& entry) {
        return entry.first == path || entry.first.starts_with(path + ".");
    });
    profile.memory.hierarchy.erase(at);
    pushProfile(std::move(profile), tr("Remove a memory level"));
}

void ProfileDocument::replace(const hardware::Profile& profile, const QString& step) {
    pushProfile(profile, step);
}

fs::path ProfileDocument::saveTarget() const {
    if (!m_profile)
        return {};
    const fs::path user = hardware::userProfileFolder();
    fs::path folder = user;
    if (!m_file.empty()) {
        std::error_code ignored;
        const fs::path own = m_file.parent_path();
        const auto known = hardware::profileFolders();
        const bool isShared = std::any_of(known.begin(), known.end(), [&](const fs::path& one) {
            return fs::equivalent(one, own, ignored) && !fs::equivalent(one, user, ignored);
        });
        if (!isShared)
            folder = own;
    }
    return folder / (m_profile->name + ".yaml");
}

bool ProfileDocument::saveMeetsAnother() const {
    const fs::path target = saveTarget();
    std::error_code ignored;
    return fs::exists(target, ignored) &&
           (m_file.empty() || !fs::equivalent(target, m_file, ignored));
}

std::vector<hardware::FieldChange> ProfileDocument::changes() const {
    if (!m_profile)
        return {};
    return hardware::diffProfiles(m_stored ? *m_stored : hardware::Profile(), *m_profile);
}

void ProfileDocument::save(const QString& reason) {
    if (!isValid())
        return emit failed({ErrorCode::InvalidArgument,
                            tr("the profile holds mistakes and was not stored").toStdString(),
                            tr("Correct the marked lines first.").toStdString(),
                            {}});
    const fs::path target = saveTarget();
    const auto profile = m_profile;
    m_jobs.run<Result<hardware::Profile>>(
        {}, this,
        [target, profile, text = m_text.toStdString(),
         reason = reason.trimmed().toStdString()](const JobContext&) {
            return hardware::ProfileStore::save(target.parent_path(), *profile, reason,
                                                measurement::utcNow(), text);
        },
        [this, target, profile](Result<hardware::Profile> stored) {
            if (!stored)
                return emit failed(stored.error());
            m_file = target;
            m_stored = profile;
            if (profile == m_profile) // nothing was typed meanwhile
                m_undo.setClean();
            emit stateChanged();
            emit saved(stored->revision.number);
        });
}

} // namespace metainfer::workbench
