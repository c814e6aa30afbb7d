// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Going from point to point with the keyboard.
#include "plot/plot_view.h"

#include "plot/plot_view_private.h"

#include <QChart>
#include <QToolTip>

#include <tuple>

namespace metainfer::widgets {

std::optional<PlotView::Hit> PlotView::nextTo(int row, int by) const {
    const PlotMap map = d->map(chart());
    struct Seen {
        QPointF at;
        Hit hit;
        std::size_t row;
    };
    std::vector<Seen> seen;
    std::optional<Seen> from;
    for (std::size_t s = 0; s < d->series.size(); ++s)
        for (std::size_t i = 0; i < d->places[s].x.size(); ++i) {
            const Seen one{
                map.pixel(d->places[s].x[i], d->places[s].y[i]), {s, i}, d->series[s].rowOf(i)};
            if (!map.area.contains(one.at)) // NaN is in no rectangle
                continue;
            seen.push_back(one);
            if (static_cast<int>(one.row) == row)
                from = one;
        }
    const auto before = [](const Seen& a, const Seen& b) {
        return std::tuple(a.at.x(), -a.at.y(), a.row) < std::tuple(b.at.x(), -b.at.y(), b.row);
    };
    std::optional<Seen> best;
    for (const Seen& one : seen) {
        const bool fits = !from || (by > 0 ? before(*from, one) : before(one, *from));
        if (fits && (!best || (by > 0 ? before(one, *best) : before(*best, one))))
            best = one;
    }
    return best ? std::optional(best->hit) : std::nullopt;
}

/// The same as a click on the next point; screen readers are told what it is.
void PlotView::step(int by) {
    const auto hit = nextTo(d->current, by);
    if (!hit)
        return;
    d->hovered = hit;
    setAccessibleDescription(tipOf(*hit));
    QToolTip::showText(viewport()->mapToGlobal(positionOf(*hit).toPoint()), tipOf(*hit),
                       viewport());
    emit pointClicked(static_cast<int>(d->series[hit->series].rowOf(hit->point)), Qt::NoModifier);
}

} // namespace metainfer::widgets
