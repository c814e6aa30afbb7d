// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A bounded queue of answers.
#include "kept_answers.h"

#include <algorithm>

namespace metainfer::agent {

namespace {

bool isIn(const std::vector<Json>& ids, const Json& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

} // namespace

template <typename Condition>
void KeptAnswers::remove(const Condition& condition) {
    std::erase_if(m_answers, [&](const Answer& answer) {
        const bool goes = condition(answer);
        m_bytes -= goes ? answer.line.size() : 0;
        return goes;
    });
}

void KeptAnswers::add(const Json& id, const std::string& line) {
    m_answers.push_back({id, line});
    m_bytes += line.size();
    while (m_answers.size() > kMostAnswers || (m_bytes > kMostBytes && m_answers.size() > 1)) {
        m_bytes -= m_answers.front().line.size();
        m_answers.pop_front();
    }
}

void KeptAnswers::drop(const std::vector<Json>& ids) {
    remove([&](const Answer& answer) { return isIn(ids, answer.id); });
}

void KeptAnswers::keepOnly(const std::vector<Json>& ids) {
    remove([&](const Answer& answer) { return !isIn(ids, answer.id); });
}

const std::string* KeptAnswers::find(const Json& id) const {
    for (const Answer& answer : m_answers)
        if (answer.id == id)
            return &answer.line;
    return nullptr;
}

} // namespace metainfer::agent
