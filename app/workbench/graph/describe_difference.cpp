// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What an adaptation did to a graph, in words.
#include "graph/element_properties.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <map>

namespace metainfer::workbench {

using namespace drawing;
using widgets::PropertyRow;
using widgets::PropertySection;

namespace {

constexpr std::size_t kMostRows = 500;

class Words {
    Q_DECLARE_TR_FUNCTIONS(DescribeDifference)

  public:
    static QString more(std::size_t count) { return tr("and %1 more").arg(count); }
};

/// The items of one kind of change on one side, with their counterparts' types.
PropertySection section(const QString& title, const Diagram& diagram,
                        const std::vector<Change>& changes, Change wanted, int side,
                        const std::vector<std::vector<ItemId>>& counterparts,
                        const Diagram& other) {
    PropertySection section{title, {}};
    std::size_t left = 0;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const Item& item = diagram.items()[i];
        if (changes[i] != wanted || !item.isOperator())
            continue;
        if (section.rows.size() >= kMostRows) {
            ++left;
            continue;
        }
        QStringList from;
        for (const ItemId id : counterparts[i])
            from << QString::fromStdString(other.item(id).type);
        PropertyRow row;
        row.name = QString::fromStdString(item.type);
        row.value =
            QString::fromStdString(item.name.empty() ? diagram.label(ItemId(i)) : item.name);
        row.details =
            from.isEmpty()
                ? row.value
                : Words::tr("%1\nstands for %2").arg(row.value, from.join(QStringLiteral(", ")));
        row.link.item = ItemId(i);
        row.tag = side;
        section.rows.push_back(std::move(row));
    }
    if (left > 0)
        section.rows.push_back({{}, Words::more(left), {}, {}, -1});
    return section;
}

/// "Conv, 3 × DQ": quantization by its usual short names, of which there are many.
QString typesOf(const Diagram& diagram, const std::vector<ItemId>& items) {
    std::map<std::string, int> counts;
    for (const ItemId id : items)
        ++counts[diagram.item(id).type == "DequantizeLinear" ? "DQ"
                 : diagram.item(id).type == "QuantizeLinear" ? "Q"
                                                             : diagram.item(id).type];
    QStringList words;
    for (const auto& [type, count] : counts)
        words << (count == 1 ? QString::fromStdString(type)
                             : Words::tr("%1 × %2", "count, operator")
                                   .arg(count)
                                   .arg(QString::fromStdString(type)));
    return words.join(QStringLiteral(", "));
}

/// What became of the operators of each type, those that most became first.
PropertySection summary(const Diagram& source, const Diagram& adapted,
                        const Difference& difference) {
    struct Fate {
        int count = 0;
        ItemId first;
    };
    std::map<std::pair<QString, QString>, Fate> fates;
    for (std::size_t i = 0; i < difference.source.size(); ++i) {
        const Item& item = source.items()[i];
        if (difference.source[i] == Change::Same || !item.isOperator())
            continue;
        const QString became = typesOf(adapted, difference.toAdapted[i]);
        Fate& fate = fates[{QString::fromStdString(item.type),
                            became.isEmpty() ? Words::tr("nothing") : became}];
        if (fate.count++ == 0)
            fate.first = ItemId(i);
    }
    std::vector<std::pair<std::pair<QString, QString>, Fate>> sorted(fates.begin(), fates.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.count > b.second.count; });
    PropertySection section{Words::tr("What became of the original's operators"), {}};
    for (const auto& [words, fate] : sorted) {
        PropertyRow row;
        row.name = Words::tr("%1 × %2", "count, operator").arg(fate.count).arg(words.first);
        row.value = QStringLiteral("→ ") + words.second;
        row.details = row.name + QLatin1Char(' ') + row.value;
        row.link.item = fate.first;
        row.tag = 0;
        section.rows.push_back(std::move(row));
    }
    return section;
}

} // namespace

Sections describeDifference(const LoadedModel& source, const LoadedModel& adapted,
                            const Difference& difference) {
    const auto number = [](std::size_t value) {
        return QLocale().toString(static_cast<qulonglong>(value));
    };
    Sections sections;
    PropertySection counts{Words::tr("Operators"), {}};
    counts.rows.push_back({Words::tr("unchanged"), number(difference.same), {}, {}, -1});
    counts.rows.push_back({Words::tr("≠ changed"), number(difference.changed), {}, {}, -1});
    counts.rows.push_back({Words::tr("+ added"), number(difference.added), {}, {}, -1});
    counts.rows.push_back({Words::tr("− removed"), number(difference.removed), {}, {}, -1});
    sections.push_back(std::move(counts));
    PropertySection lists[] = {summary(*source.diagram, *adapted.diagram, difference),
                               section(Words::tr("Removed from the original"), *source.diagram,
                                       difference.source, Change::Removed, 0, difference.toAdapted,
                                       *adapted.diagram),
                               section(Words::tr("Added"), *adapted.diagram, difference.adapted,
                                       Change::Added, 1, difference.toSource, *source.diagram),
                               section(Words::tr("Changed"), *adapted.diagram, difference.adapted,
                                       Change::Changed, 1, difference.toSource, *source.diagram)};
    for (PropertySection& list : lists)
        if (!list.rows.empty())
            sections.push_back(std::move(list));
    return sections;
}

} // namespace metainfer::workbench
