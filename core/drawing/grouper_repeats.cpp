// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Equal neighbours in a list (tandem repeats of any period) and parts of lists that are too long.
#include "drawing/grouper.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::drawing {
namespace {

constexpr std::size_t kMaxPeriod = 256;
constexpr std::size_t kMaxChildren = 120; // longer lists are cut into sections
constexpr std::size_t kSectionLeast = 40, kSectionMost = 80;
constexpr std::size_t kSections = 50; // of a list, rather than more; then they are longer

/// "layers.0 … 11" from "layers.0" and "layers.11".
std::string rangeTitle(const std::string& first, const std::string& last) {
    std::size_t same = 0;
    while (same < first.size() && same < last.size() && first[same] == last[same])
        ++same;
    while (same > 0 && first[same - 1] >= '0' && first[same - 1] <= '9')
        --same; // keep numbers whole
    const std::string rest = last.substr(same);
    const bool isNumber = !rest.empty() && std::all_of(rest.begin(), rest.end(),
                                                       [](char c) { return c >= '0' && c <= '9'; });
    return first + " … " + (isNumber ? rest : last);
}

} // namespace

bool Grouper::isWorthwhile(const Entries& entries, const Repeat& repeat) const {
    if (repeat.count < 2 || repeat.operators < 8)
        return false;
    if (repeat.period == 1 && !entries[repeat.first].child.isGroup())
        return repeat.count >= 8;
    return repeat.count >= 3 || repeat.operators / repeat.count >= 4;
}

/// Keeps the leading blocks that are wired alike, after moving the start to the best cut.
void Grouper::confirm(const Entries& entries, const Links& links, Repeat& repeat) const {
    const std::size_t end = repeat.first + repeat.period * repeat.count;
    std::size_t best = repeat.first, bestCount = 0;
    std::uint64_t bestCost = ~std::uint64_t{0};
    for (std::size_t shift = 0; shift < repeat.period; ++shift) {
        const std::size_t begin = repeat.first + shift;
        const std::size_t blocks = (end - begin) / repeat.period;
        if (blocks < 2)
            break;
        // The cut before the second block is like all later ones.
        const std::uint64_t cost =
            links.crossing[begin + repeat.period] * std::uint64_t{2} + (shift != 0);
        if (cost >= bestCost)
            continue;
        // The first block may be fed from elsewhere; all others by the block before.
        if (structureOf(entries, links, begin, repeat.period) !=
            structureOf(entries, links, begin + repeat.period, repeat.period))
            continue;
        const auto wired = [&](std::size_t block) {
            return structureOf(entries, links, begin + block * repeat.period, repeat.period,
                               2 * repeat.period);
        };
        std::size_t equal = 2;
        while (equal < blocks && wired(equal) == wired(1))
            ++equal;
        if (equal < 2 || equal + 1 < bestCount)
            continue;
        best = begin;
        bestCount = equal;
        bestCost = cost;
    }
    repeat.first = best;
    repeat.count = bestCount;
    repeat.operators = 0;
    for (std::size_t i = 0; i < repeat.period * repeat.count; ++i)
        repeat.operators += entries[repeat.first + i].operators;
}

std::vector<Grouper::Repeat> Grouper::findRepeats(const Entries& entries,
                                                  const Links& links) const {
    const std::size_t n = entries.size();
    std::vector<std::size_t> operators(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i)
        operators[i + 1] = operators[i] + entries[i].operators;
    std::vector<Repeat> found;
    const auto matches = [&](std::size_t i, std::size_t period) {
        return entries[i].label == entries[i + period].label && !entries[i].isFixed &&
               !entries[i + period].isFixed;
    };
    for (std::size_t period = 1; period <= std::min(kMaxPeriod, n / 2); ++period)
        for (std::size_t i = 0; i + period < n; ++i) {
            if (!matches(i, period))
                continue;
            std::size_t end = i;
            while (end + period < n && matches(end, period))
                ++end;
            Repeat repeat{i, period, (end - i + period) / period, 0};
            repeat.operators = operators[i + repeat.count * period] - operators[i];
            if (isWorthwhile(entries, repeat))
                found.push_back(repeat);
            i = end;
        }
    std::stable_sort(found.begin(), found.end(), [](const Repeat& a, const Repeat& b) {
        return a.operators != b.operators ? a.operators > b.operators : a.period < b.period;
    });
    std::vector<bool> taken(n, false);
    std::vector<Repeat> chosen;
    for (Repeat repeat : found) {
        const auto begin = taken.begin() + static_cast<std::ptrdiff_t>(repeat.first);
        const auto end = begin + static_cast<std::ptrdiff_t>(repeat.count * repeat.period);
        if (std::find(begin, end, true) != end)
            continue;
        confirm(entries, links, repeat);
        if (!isWorthwhile(entries, repeat))
            continue;
        std::fill_n(taken.begin() + static_cast<std::ptrdiff_t>(repeat.first),
                    repeat.count * repeat.period, true);
        chosen.push_back(repeat);
    }
    std::sort(chosen.begin(), chosen.end(),
              [](const Repeat& a, const Repeat& b) { return a.first < b.first; });
    return chosen;
}

Grouper::Entry Grouper::makeRepeat(Entries entries, std::size_t period) {
    const std::size_t count = entries.size() / period;
    Entries blocks;
    if (period == 1) {
        blocks = std::move(entries);
    } else {
        for (std::size_t b = 0; b < count; ++b) {
            Entries part(
                std::make_move_iterator(entries.begin() + static_cast<std::ptrdiff_t>(b * period)),
                std::make_move_iterator(entries.begin() +
                                        static_cast<std::ptrdiff_t>((b + 1) * period)));
            const std::string title = fmt::format("block {}", b + 1);
            Entries inner = fold(std::move(part));
            if (inner.size() == 1 && inner[0].child.isGroup()) {
                m_builder.m_drafts[inner[0].child.group.index].group.title = title;
                blocks.push_back(std::move(inner[0]));
            } else {
                blocks.push_back(makeGroup(GroupKind::Block, title, title, std::move(inner)));
            }
        }
    }
    const auto titleOf = [this](const Entry& entry) {
        if (entry.child.isGroup())
            return m_builder.m_drafts[entry.child.group.index].group.title;
        return m_builder.m_diagram->m_items[entry.child.item.index].type;
    };
    std::string title = period > 1 ? "block"
                        : blocks.front().child.isGroup()
                            ? rangeTitle(titleOf(blocks.front()), titleOf(blocks.back()))
                            : titleOf(blocks.front());
    std::string path = period > 1 ? "blocks" : title;
    if (m_builder.m_options.sections)
        blocks = foldSections(std::move(blocks));
    Entry made = makeGroup(GroupKind::Repeat, std::move(title), std::move(path), std::move(blocks));
    m_builder.m_drafts[made.child.group.index].group.repeat = count;
    return made;
}

Grouper::Entries Grouper::foldRepeats(Entries entries) {
    if (entries.size() < 2)
        return entries;
    const Links links = linksOf(entries);
    const std::vector<Repeat> repeats = findRepeats(entries, links);
    // A list that is nothing but one repeat stays as it is: its group says the rest.
    if (repeats.empty())
        return entries;
    Entries folded;
    std::size_t at = 0;
    for (const Repeat& repeat : repeats) {
        while (at < repeat.first)
            folded.push_back(std::move(entries[at++]));
        Entries part;
        for (std::size_t i = 0; i < repeat.period * repeat.count; ++i)
            part.push_back(std::move(entries[at++]));
        folded.push_back(makeRepeat(std::move(part), repeat.period));
    }
    while (at < entries.size())
        folded.push_back(std::move(entries[at++]));
    return folded;
}

Grouper::Entries Grouper::foldSections(Entries entries) {
    while (true) {
        std::size_t begin = 0, end = entries.size();
        while (begin < end && entries[begin].isFixed)
            ++begin;
        while (end > begin && entries[end - 1].isFixed)
            --end;
        if (end - begin <= kMaxChildren)
            return entries;
        const Links links = linksOf(entries);
        const std::size_t least =
            std::clamp((end - begin + kSections - 1) / kSections, kSectionLeast, kMaxChildren);
        const std::size_t most = std::max(kSectionMost, least + least / 8);
        Entries folded;
        for (std::size_t i = 0; i < begin; ++i)
            folded.push_back(std::move(entries[i]));
        std::size_t number = 0;
        for (std::size_t at = begin; at < end;) {
            // The cut that the fewest tensors pass; the rest is taken whole when it is short.
            std::size_t cut = end;
            if (end - at > most) {
                cut = at + least;
                for (std::size_t i = cut; i < std::min(at + most, end - 1); ++i)
                    if (links.crossing[i] < links.crossing[cut])
                        cut = i;
            }
            Entries part;
            for (; at < cut; ++at)
                part.push_back(std::move(entries[at]));
            const std::string title = fmt::format("part {}", ++number);
            folded.push_back(makeGroup(GroupKind::Section, title, title, std::move(part)));
        }
        for (std::size_t i = end; i < entries.size(); ++i)
            folded.push_back(std::move(entries[i]));
        entries = std::move(folded);
    }
}

} // namespace metainfer::drawing
