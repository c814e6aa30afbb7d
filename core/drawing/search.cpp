// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Words against the texts of items and groups.
#include "drawing/search.h"

#include <algorithm>
#include <optional>

namespace metainfer::drawing {
namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::string lowered(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), lower);
    return result;
}

/// `word` is in lower case already.
bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return lower(a) == b; }) != text.end();
}

bool equals(std::string_view text, std::string_view word) {
    return text.size() == word.size() && contains(text, word);
}

struct Word {
    std::string text;
    std::optional<MatchField> field;
};

std::vector<Word> parse(const std::string& query) {
    static const std::pair<std::string_view, MatchField> kFields[]{
        {"type:", MatchField::Type},           {"op:", MatchField::Type},
        {"name:", MatchField::Name},           {"attr:", MatchField::Attribute},
        {"attribute:", MatchField::Attribute}, {"param:", MatchField::Parameter},
        {"parameter:", MatchField::Parameter}, {"tensor:", MatchField::Tensor},
        {"group:", MatchField::Group}};
    std::vector<Word> words;
    for (std::size_t begin = 0; begin < query.size();) {
        const std::size_t end = std::min(query.find(' ', begin), query.size());
        Word word{lowered(std::string_view(query).substr(begin, end - begin)), {}};
        for (const auto& [prefix, field] : kFields)
            if (word.text.starts_with(prefix)) {
                word.text.erase(0, prefix.size());
                word.field = field;
                break;
            }
        if (!word.text.empty())
            words.push_back(std::move(word));
        begin = end + 1;
    }
    return words;
}

struct Found {
    MatchField field = MatchField::Name;
    TensorId tensor;
    std::string_view text;
};

class Searcher {
  public:
    Searcher(const Diagram& diagram, const SearchQuery& query)
        : m_diagram(diagram)
        , m_words(parse(query.text))
        , m_limit(query.limit) {}

    std::vector<Match> run(const CancellationToken& cancel) {
        if (m_words.empty())
            return {};
        std::size_t nextGroup = 1;
        for (std::size_t i = 0; i < m_diagram.items().size(); ++i) {
            if (m_matches.size() >= m_limit || (i % 1024 == 0 && cancel.isCancelled()))
                break;
            // Groups are numbered by their first items, so they come in between in order.
            for (; nextGroup < m_diagram.groups().size() &&
                   m_diagram.groups()[nextGroup].firstItem.index <= i;
                 ++nextGroup)
                matchGroup(GroupId(nextGroup));
            matchItem(ItemId(i));
        }
        return std::move(m_matches);
    }

  private:
    std::optional<Found> find(const Item& item, const Word& word) const {
        const auto wants = [&](MatchField field) { return !word.field || *word.field == field; };
        if (wants(MatchField::Type) &&
            (word.field ? equals(item.type, word.text) : contains(item.type, word.text)))
            return Found{MatchField::Type, {}, item.type};
        if (wants(MatchField::Name) && contains(item.name, word.text))
            return Found{MatchField::Name, {}, item.name};
        if (wants(MatchField::Attribute) && contains(item.attributes, word.text))
            return Found{MatchField::Attribute, {}, item.attributes};
        if (wants(MatchField::Parameter) || wants(MatchField::Tensor))
            for (const Parameter& parameter : item.parameters)
                if (contains(parameter.name, word.text) || contains(parameter.type, word.text))
                    return Found{MatchField::Parameter, {}, parameter.name};
        if (wants(MatchField::Tensor))
            for (const auto* list : {&item.outputs, &item.inputs})
                for (const TensorId tensor : *list)
                    if (contains(m_diagram.tensor(tensor).name, word.text) ||
                        contains(m_diagram.tensor(tensor).type, word.text))
                        return Found{MatchField::Tensor, tensor, m_diagram.tensor(tensor).name};
        return {};
    }

    void matchItem(ItemId id) {
        const Item& item = m_diagram.item(id);
        std::optional<Found> first;
        for (const Word& word : m_words) {
            const auto found = find(item, word);
            if (!found)
                return;
            if (!first)
                first = found;
        }
        Match match;
        match.item = id;
        match.field = first->field;
        match.tensor = first->tensor;
        match.text = first->text;
        addOpen(match, item.group);
        m_matches.push_back(std::move(match));
    }

    void matchGroup(GroupId id) {
        const Group& group = m_diagram.group(id);
        if (group.itemCount == 0)
            return;
        for (const Word& word : m_words)
            if ((word.field && *word.field != MatchField::Group) ||
                !contains(group.title, word.text))
                return;
        Match match;
        match.item = group.firstItem;
        match.group = id;
        match.field = MatchField::Group;
        match.text = group.title;
        addOpen(match, group.parent);
        m_matches.push_back(std::move(match));
    }

    void addOpen(Match& match, GroupId group) const {
        for (; group.isValid() && group != m_diagram.root(); group = m_diagram.group(group).parent)
            match.open.push_back(group);
        std::reverse(match.open.begin(), match.open.end());
    }

    const Diagram& m_diagram;
    const std::vector<Word> m_words;
    const std::size_t m_limit;
    std::vector<Match> m_matches;
};

} // namespace

std::vector<Match> search(const Diagram& diagram, const SearchQuery& query,
                          const CancellationToken& cancel) {
    return Searcher(diagram, query).run(cancel);
}

} // namespace metainfer::drawing
