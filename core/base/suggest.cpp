// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Edit distance with adjacent transpositions (optimal string alignment).
#include "base/suggest.h"

#include <algorithm>
#include <cctype>
#include <tuple>

namespace metainfer {
namespace {

std::string lower(std::string_view text) {
    std::string out(text);
    for (char& c : out)
        c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        d[i][0] = i;
    for (std::size_t j = 0; j <= b.size(); ++j)
        d[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i)
        for (std::size_t j = 1; j <= b.size(); ++j) {
            d[i][j] = std::min(
                {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[a.size()][b.size()];
}

/// Too short a part says nothing: "x" is in half of all names.
bool partOf(const std::string& part, const std::string& whole) {
    return part.size() > 2 && whole.find(part) != std::string::npos;
}

/// Being a part makes a name plausible however long it is, and breaks ties; it never outranks a
/// name with fewer edits.
struct Ranked {
    std::size_t edits = 0;
    bool notPart = false;
    std::string name;
};

} // namespace

std::vector<std::string> nearestNames(std::string_view given, std::span<const std::string> known,
                                      std::size_t most) {
    const std::string wanted = lower(given.substr(0, 256));
    std::vector<Ranked> ranked;
    for (const std::string& name : known) {
        const std::string candidate = lower(name);
        const std::size_t edits = distance(wanted, candidate);
        const bool part = partOf(wanted, candidate) || partOf(candidate, wanted);
        if (part ||
            edits <= std::max<std::size_t>(2, std::max(wanted.size(), candidate.size()) / 3))
            ranked.push_back({edits, !part, name});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
        return std::tie(a.edits, a.notPart) < std::tie(b.edits, b.notPart);
    });
    std::vector<std::string> names;
    for (Ranked& entry : ranked) {
        if (names.size() == most)
            break;
        names.push_back(std::move(entry.name));
    }
    return names;
}

std::string didYouMean(std::string_view given, std::span<const std::string> known) {
    std::vector<std::string> names = nearestNames(given, known);
    std::string text = "Did you mean ";
    if (names.empty()) {
        if (known.empty())
            return {};
        text = "Known: ";
        names.assign(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(
                                                        std::min<std::size_t>(known.size(), 12)));
        for (std::size_t i = 0; i < names.size(); ++i)
            text += (i ? ", " : "") + names[i];
        return text + (known.size() > names.size() ? ", …" : ".");
    }
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
    return text + "?";
}

} // namespace metainfer
