// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Text of boxes and its size.
#include "drawing/content.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace metainfer::drawing {
namespace {

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !isContinuation(c); }));
}

/// Byte position after `count` code points.
std::size_t prefixBytes(std::string_view text, std::size_t count) {
    std::size_t i = 0;
    for (; i < text.size(); ++i)
        if (!isContinuation(text[i]) && count-- == 0)
            break;
    return i;
}

/// Without control characters; those that turn the direction of writing (U+202A to U+202E, U+2066
/// to U+2069) would make a name look like another.
std::string oneLine(std::string text) {
    for (char& c : text)
        if (static_cast<unsigned char>(c) < 0x20)
            c = ' ';
    for (std::size_t i = 0; (i = text.find('\xe2', i)) != std::string::npos;) {
        const auto second = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
        const auto third = static_cast<unsigned char>(i + 2 < text.size() ? text[i + 2] : 0);
        if ((second == 0x80 && third >= 0xaa && third <= 0xae) ||
            (second == 0x81 && third >= 0xa6 && third <= 0xa9))
            text.erase(i, 3);
        else
            ++i;
    }
    return text;
}

std::string_view lastPart(std::string_view name) {
    const auto slash = name.rfind('/');
    return slash == std::string_view::npos || slash + 1 == name.size() ? name
                                                                       : name.substr(slash + 1);
}

std::string parameterLine(const Parameter& parameter) {
    const std::string& shown = parameter.content.empty() ? parameter.type : parameter.content;
    return parameter.role.empty() ? shown : parameter.role + " " + shown;
}

void addDetails(BoxContent& content, const Item& item, const ContentOptions& options) {
    std::vector<std::string> lines;
    if (options.parameters)
        for (const Parameter& parameter : item.parameters)
            lines.push_back(parameterLine(parameter));
    if (options.attributes && !item.attributes.empty()) {
        // One line for each attribute that fits; several short ones share a line.
        std::string line;
        std::size_t begin = 0;
        const std::string& text = item.attributes;
        while (begin < text.size()) {
            std::size_t end = text.find(' ', begin);
            end = end == std::string::npos ? text.size() : end;
            const std::string word = text.substr(begin, end - begin);
            if (!line.empty() && line.size() + 1 + word.size() > options.maxCharacters) {
                lines.push_back(std::exchange(line, {}));
            }
            line += (line.empty() ? "" : " ") + word;
            begin = end + 1;
        }
        if (!line.empty())
            lines.push_back(line);
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i + 1 == options.maxDetails && lines.size() > options.maxDetails) {
            content.details.push_back(fmt::format("… {} more", lines.size() - i));
            return;
        }
        content.details.push_back(elided(oneLine(lines[i]), options.maxCharacters));
    }
}

void describeGroup(BoxContent& content, const Group& group, const ContentOptions& options) {
    content.title = elided(oneLine(group.title), options.maxCharacters);
    if (group.repeat > 0)
        content.badge = fmt::format("×{}", group.repeat);
    content.name =
        fmt::format("{} operator{}", group.operatorCount, group.operatorCount == 1 ? "" : "s");
    if (!options.attributes)
        return;
    std::string line;
    for (const auto& [type, count] : group.operators) {
        const std::string word =
            count > 1 ? fmt::format("{} {}", count, elided(type, 20)) : elided(type, 20);
        if (!line.empty() && line.size() + 2 + word.size() > options.maxCharacters) {
            line += " …";
            break;
        }
        line += (line.empty() ? "" : ", ") + word;
    }
    content.details.push_back(line);
}

} // namespace

std::string elided(std::string_view text, std::size_t maxCharacters) {
    if (text.size() <= maxCharacters || codePoints(text) <= maxCharacters)
        return std::string(text);
    const std::size_t head = (maxCharacters - 1) / 2, tail = maxCharacters - 1 - head;
    std::size_t begin = text.size();
    for (std::size_t left = tail; left > 0 && begin > 0;)
        if (!isContinuation(text[--begin]))
            --left;
    return std::string(text.substr(0, prefixBytes(text, head))) + "…" +
           std::string(text.substr(begin));
}

BoxContent boxContent(const VisibleGraph& visible, BoxId id, const ContentOptions& options) {
    const Box& box = visible.box(id);
    const Diagram& diagram = visible.diagram();
    BoxContent content;
    if (box.isContext()) {
        const Tensor& tensor = diagram.tensor(box.context);
        content.title = elided(oneLine(tensor.name), options.maxCharacters);
        content.name = elided((box.isInflow ? "from " : "to ") + oneLine(diagram.label(box.item)),
                              options.maxCharacters);
        if (options.parameters && !tensor.type.empty())
            content.details.push_back(elided(oneLine(tensor.type), options.maxCharacters));
        return content;
    }
    const Group* group = box.isGroup() ? &diagram.group(box.group) : nullptr;
    if (group && !group->head.isValid()) {
        describeGroup(content, *group, options);
        return content;
    }
    const Item& item = diagram.item(group ? group->head : box.item);
    const bool isTensor = !item.isOperator() && item.kind != ItemKind::Merge;
    content.title = elided(oneLine(isTensor ? item.name : item.type), options.maxCharacters);
    if (content.title.empty())
        content.title = item.type;
    if (isTensor) {
        const auto& own = item.kind == ItemKind::Output ? item.inputs : item.outputs;
        content.name = item.type;
        if (!own.empty() && options.parameters && !diagram.tensor(own[0]).type.empty())
            content.details.push_back(
                elided(oneLine(diagram.tensor(own[0]).type), options.maxCharacters));
        return content;
    }
    if (options.names && item.kind != ItemKind::Merge)
        content.name = elided(oneLine(std::string(lastPart(item.name))), options.maxCharacters);
    if (content.name == content.title)
        content.name.clear();
    addDetails(content, item, options);
    if (group)
        content.details.push_back(fmt::format("{} operators inside", group->operatorCount - 1));
    return content;
}

std::string frameTitle(const VisibleGraph& visible, FrameId frame) {
    const Group& group = visible.diagram().group(visible.frame(frame).group);
    std::string title = elided(oneLine(group.title), 60);
    if (group.repeat > 0)
        title += fmt::format("  ×{}", group.repeat);
    if (group.head.isValid() && title.find(visible.diagram().item(group.head).type) != 0)
        title = visible.diagram().item(group.head).type + " " + title;
    return title;
}

Size boxSize(const BoxContent& content, const TextMeasure& measure) {
    double width = measure.width(content.title, TextRole::Title);
    if (!content.badge.empty())
        width += 12 + measure.width(content.badge, TextRole::Title);
    double height = measure.lineHeight(TextRole::Title);
    if (!content.name.empty()) {
        width = std::max(width, measure.width(content.name, TextRole::Name));
        height += measure.lineHeight(TextRole::Name);
    }
    for (const std::string& line : content.details)
        width = std::max(width, measure.width(line, TextRole::Detail));
    if (!content.details.empty())
        height += kBoxDetailGap + static_cast<double>(content.details.size()) *
                                      measure.lineHeight(TextRole::Detail);
    return {std::max(56.0, std::ceil(width)) + 2 * kBoxPaddingX + kBoxTintWidth,
            std::ceil(height) + 2 * kBoxPaddingY};
}

double ApproximateMeasure::fontSize(TextRole role) {
    switch (role) {
    case TextRole::Title:
        return 13;
    case TextRole::Name:
    case TextRole::FrameTitle:
        return 11;
    case TextRole::Detail:
    case TextRole::Label:
        return 10;
    }
    return 11;
}

double ApproximateMeasure::lineHeight(TextRole role) const {
    return std::ceil(fontSize(role) * 1.35);
}

double ApproximateMeasure::width(std::string_view text, TextRole role) const {
    static const std::array<float, 128> kAscii = [] {
        std::array<float, 128> widths{};
        widths.fill(0.60f);
        for (char c = 'A'; c <= 'Z'; ++c)
            widths[static_cast<std::size_t>(c)] = 0.70f;
        for (const char c : std::string_view("fijlrt.,:;|!'()[]{} /\\I-\"`"))
            widths[static_cast<std::size_t>(c)] = 0.37f;
        for (const char c : std::string_view("mwMW@%"))
            widths[static_cast<std::size_t>(c)] = 0.94f;
        return widths;
    }();
    double em = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80)
            em += kAscii[byte];
        else if (!isContinuation(c))
            em += byte >= 0xe3 ? 1.02 : 0.75; // CJK and other wide ones
    }
    const bool bold = role == TextRole::Title;
    return em * fontSize(role) * (bold ? 1.12 : 1.03);
}

} // namespace metainfer::drawing
