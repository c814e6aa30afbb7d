// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Rules as JSON lines, the whole file written anew under a lock.
#include "experience/legality_store.h"

#include "base/file.h"
#include "experience/lock_beside.h"
#include "experience/store.h"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace metainfer::experience {
namespace fs = std::filesystem;
using candidates::LearnedRule;

namespace {

constexpr std::string_view kSchema = "legality/1";

} // namespace

fs::path LegalityStore::defaultFolder() {
    return Store::defaultPath().parent_path() / "legality";
}

fs::path LegalityStore::fileOf(const std::string& device) const {
    std::string name = device;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '_' && c != '-')
            c = '-';
    return m_folder / (name + ".jsonl");
}

Result<std::vector<LearnedRule>> LegalityStore::rules(const std::string& device) const {
    std::vector<LearnedRule> rules;
    const fs::path file = fileOf(device);
    std::error_code error;
    if (!fs::exists(file, error))
        return rules;
    MI_ASSIGN(const std::string text, readTextFile(file));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto json = parseJson(line, file.string());
        if (!json)
            continue;
        if (auto rule = LearnedRule::fromJson(*json))
            rules.push_back(std::move(*rule));
    }
    return rules;
}

Status LegalityStore::write(const std::string& device,
                            const std::vector<LearnedRule>& rules) const {
    std::string text;
    for (const LearnedRule& rule : rules) {
        Json json = rule.toJson();
        json["schema"] = kSchema;
        text += dumpJson(json) + "\n";
    }
    return writeFileAtomically(fileOf(device), text);
}

Status LegalityStore::remember(const std::string& device, const LearnedRule& rule) const {
    MI_ASSIGN(const FileLock lock, lockBeside(fileOf(device)));
    MI_ASSIGN(std::vector<LearnedRule> known, rules(device));
    const auto same = std::find_if(known.begin(), known.end(),
                                   [&](const LearnedRule& other) { return other.sameAs(rule); });
    if (same == known.end()) {
        known.push_back(rule);
    } else {
        LearnedRule newer = rule;
        newer.count = same->count + 1;
        newer.session = same->session;
        *same = std::move(newer);
    }
    return write(device, known);
}

Result<std::size_t>
LegalityStore::forget(const std::string& device,
                      const std::function<bool(const LearnedRule&)>& isRevoked) const {
    std::error_code error;
    if (!fs::exists(fileOf(device), error))
        return std::size_t{0};
    MI_ASSIGN(const FileLock lock, lockBeside(fileOf(device)));
    MI_ASSIGN(std::vector<LearnedRule> known, rules(device));
    const std::size_t count = std::erase_if(known, isRevoked);
    if (count > 0)
        MI_CHECK(write(device, known));
    return count;
}

} // namespace metainfer::experience
