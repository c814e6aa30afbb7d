// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What one device does differently from the models: learned from each measurement as it comes.
#pragma once

#include "base/json.h"
#include "prediction/operator_case.h"

#include <map>
#include <string>

namespace metainfer::prediction {

/// Mean of ln(measured / predicted), for all operators, per family, and per family, type and
/// layout, each shrunk towards the one above, so that few measurements correct little.
/// Deterministic.
class DeviceResidual {
  public:
    /// `weight` in (0, 1]: trust in the measurement.
    void observe(const OperatorCase& operation, double predictedUs, double measuredUs,
                 double weight = 1);
    /// A whole model: corrects what all operators share.
    void observeModel(double predictedUs, double measuredUs, double weight = 1);

    struct Correction {
        double logRatio = 0;
        double logSigma = -1; ///< of what is left; negative = too little seen to say
        double weight = 0;    ///< measurements behind it
    };
    Correction correct(const OperatorCase& operation) const;
    /// On whole models, after the operators were corrected.
    Correction correctModel() const;
    bool empty() const { return m_all.weight == 0 && m_models.weight == 0; }

    Json toJson() const;
    static DeviceResidual fromJson(const Json& json);

  private:
    struct Sums {
        double weight = 0, sum = 0, squares = 0;
        void add(double value, double w);
        double shrunk(double prior, double strength) const;
    };
    Sums m_all, m_models;
    std::map<std::string, Sums> m_families, m_cells;
    static std::string cellKey(const OperatorCase& operation);
    static Json sumsToJson(const Sums& sums);
    static Sums sumsFromJson(const Json& json);
};

} // namespace metainfer::prediction
