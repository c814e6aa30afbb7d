// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Governors of cpufreq and the platform profile of ACPI, through sysfs.
#include "power_mode.h"

#include "base/file.h"
#include "base/subprocess.h"

#include <algorithm>
#include <cerrno>
#include <sstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace metainfer::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNotePrefix = "power-mode-";

std::string lineOf(const fs::path& path) {
    const auto text = readTextFile(path);
    return text ? text->substr(0, text->find('\n')) : std::string();
}

std::vector<std::string> wordsIn(const fs::path& path) {
    std::istringstream stream(lineOf(path));
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Attributes of sysfs take one write; no file is made where there is none.
Status writeAttribute(const fs::path& file, const std::string& value) {
    const UniqueFd fd(open(file.c_str(), O_WRONLY | O_CLOEXEC));
    if (fd && ftruncate(fd.get(), 0) == 0)
        errno = 0; // regular files only; sysfs refuses it, which changes nothing
    const bool isWritten =
        fd && write(fd.get(), value.data(), value.size()) == static_cast<ssize_t>(value.size());
    if (isWritten)
        return {};
    Error error = errnoError(fmt::format("cannot set {} to {}", file.string(), value), errno);
    error.hint = "let the user of the agent write that file, or set the mode on the device by hand";
    return fail(std::move(error));
}

/// The note's descriptor when nobody lives who keeps it.
UniqueFd lockNote(const fs::path& note) {
    UniqueFd fd(open(note.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd && flock(fd.get(), LOCK_EX | LOCK_NB) != 0)
        fd.reset();
    return fd;
}

std::vector<fs::path> notesIn(const fs::path& folder) {
    std::vector<fs::path> notes;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().filename().string().starts_with(kNotePrefix))
            notes.push_back(entry.path());
    return notes;
}

} // namespace

std::vector<fs::path> PowerMode::governorFiles() const {
    std::vector<fs::path> files;
    std::error_code error;
    for (const auto& entry :
         fs::directory_iterator(m_sysfs / "devices/system/cpu/cpufreq", error)) {
        const fs::path file = entry.path() / "scaling_governor";
        std::error_code none;
        if (fs::exists(file, none))
            files.push_back(file);
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<std::string> PowerMode::governors() const {
    std::vector<std::string> common;
    bool isFirst = true;
    for (const fs::path& file : governorFiles()) {
        const auto here = wordsIn(file.parent_path() / "scaling_available_governors");
        if (std::exchange(isFirst, false))
            common = here;
        else
            std::erase_if(common, [&](const std::string& one) { return !contains(here, one); });
    }
    return common;
}

fs::path PowerMode::profileFile() const {
    return m_sysfs / "firmware/acpi/platform_profile";
}

std::vector<std::string> PowerMode::profiles() const {
    return wordsIn(m_sysfs / "firmware/acpi/platform_profile_choices");
}

fs::path PowerMode::noteFile() const {
    return m_notes / fmt::format("{}{}", kNotePrefix, getpid());
}

Status PowerMode::apply(const Values& values) {
    for (const auto& [file, value] : values)
        MI_CHECK(writeAttribute(file, value));
    return {};
}

Status PowerMode::set(const std::string& mode) {
    Values wanted;
    if (contains(governors(), mode)) {
        for (const fs::path& file : governorFiles())
            wanted[file.string()] = mode;
    } else if (contains(profiles(), mode)) {
        wanted[profileFile().string()] = mode;
    } else {
        std::vector<std::string> choices = governors();
        for (const std::string& profile : profiles())
            choices.push_back(profile);
        return fail(ErrorCode::Unsupported, fmt::format("the device has no power mode `{}`", mode),
                    choices.empty() ? "it lets nobody choose one"
                                    : fmt::format("possible: {}", fmt::join(choices, ", ")));
    }
    for (const fs::path& note : notesIn(m_notes))
        if (note != noteFile() && !lockNote(note))
            return fail(ErrorCode::Busy,
                        fmt::format("another session has set the power mode ({})", note.string()),
                        "wait until it ends");
    for (const auto& [file, value] : wanted)
        m_found.emplace(file, lineOf(file)); // of the first change only
    Json note = Json::object();
    for (const auto& [file, value] : m_found)
        note[file] = value;
    MI_CHECK(createDirectories(m_notes));
    chmod(m_notes.c_str(), 0700); // sessions lie there too
    MI_CHECK(writeJsonFile(noteFile(), note));
    m_note = lockNote(noteFile());
    if (auto applied = apply(wanted); !applied) {
        restore();
        return applied;
    }
    return {};
}

void PowerMode::restore() {
    if (m_found.empty())
        return;
    for (const auto& [file, value] : m_found)
        (void)writeAttribute(file, value);
    m_found.clear();
    unlink(noteFile().c_str());
    m_note.reset();
}

Json PowerMode::state() const {
    const auto files = governorFiles();
    Json choices = Json(governors());
    for (const std::string& profile : profiles())
        choices.push_back(profile);
    return Json{{"governor", files.empty() ? std::string() : lineOf(files.front())},
                {"profile", lineOf(profileFile())},
                {"choices", std::move(choices)}};
}

void PowerMode::restoreAbandoned(const fs::path& notes) {
    for (const fs::path& note : notesIn(notes)) {
        const UniqueFd lock = lockNote(note);
        if (!lock)
            continue;
        const Json values = readJsonFile(note).value_or(Json::object());
        for (const auto& [file, value] : values.items())
            if (value.is_string())
                (void)writeAttribute(file, value.get<std::string>());
        unlink(note.c_str());
    }
}

} // namespace metainfer::agent
