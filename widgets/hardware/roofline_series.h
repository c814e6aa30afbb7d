// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What the roofline plot shows: roofs of devices, and where the operators of a model come to lie on
// them.
#pragma once

#include "hardware/compared_profile.h"
#include "plot/plot_types.h"

#include "execution/tensor.h"

#include <QStringList>

#include <vector>

namespace metainfer::widgets {

/// The work of one operator of a model.
struct OperatorPoint {
    QString name, op;
    double flops = 0, bytes = 0;
    ElementType dtype = ElementType::Float;
};

struct RooflinePlot {
    std::vector<PlotSeries> series;
    /// Of each series with operators: index into the operators by point; empty for roofs.
    std::vector<std::vector<std::size_t>> operators;
    QStringList remarks; ///< which numbers are assumed, what cannot be shown
};

/// Roofs at `dtype`: the main memory's for all, with one profile also those of its other levels.
/// Operators lie at their intensity and the rate that the roofline and the launch overhead allow
/// (predicted); their third value is the time in microseconds.
RooflinePlot rooflinePlot(const ComparedProfiles& profiles, ElementType dtype,
                          const std::vector<OperatorPoint>& operators);
/// The roofline's estimate of one operator with the launch overhead, in microseconds, and the name
/// of its bound; empty when the profile does not allow one.
struct OperatorEstimate {
    double us = 0, gflops = 0;
    QString bound;
};
std::optional<OperatorEstimate> estimateOf(const hardware::Profile& profile,
                                           const OperatorPoint& one);

/// Types for which at least one profile has a rate, most usual first.
std::vector<ElementType> ratedTypes(const ComparedProfiles& profiles);

/// Measured bandwidth over footprint, and the datasheet's levels as steps.
struct BandwidthPlot {
    std::vector<PlotSeries> series;
    QStringList remarks;
};
BandwidthPlot bandwidthPlot(const ComparedProfiles& profiles);

} // namespace metainfer::widgets
