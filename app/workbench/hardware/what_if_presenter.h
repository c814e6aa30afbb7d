// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a model would take on a device with other rates, bandwidths and sizes: simulated.
#pragma once

#include "bridge/jobs.h"

#include "hardware/what_if.h"
#include "ir/graph.h"
#include "prediction/predictor.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace metainfer::workbench {

/// The present device and the changed one, by the same analytic model.
struct WhatIfAnswer {
    hardware::WhatIf change;
    prediction::Prediction before, after;
    double factor() const { return after.latencyUs.value / before.latencyUs.value; }
};

/// The time over the factor of one property, the others as they are.
struct SensitivityCurve {
    int property = 0; ///< index into WhatIf::factors
    std::vector<double> factors, latencyUs;
    /// Share of the time that doubling it (halving, for the overhead) saves; 0 = it does not
    /// matter.
    double gain = 0;
};

class WhatIfPresenter : public QObject {
    Q_OBJECT

  public:
    using ProfilePointer = std::shared_ptr<const hardware::Profile>;
    using ModelPointer = std::shared_ptr<const ir::Model>;

    explicit WhatIfPresenter(Jobs& jobs, QObject* parent = nullptr);

    /// Either may be null: then there is no answer.
    void setSubject(ProfilePointer profile, ModelPointer model);
    /// The newest change wins; earlier ones that were not begun are left out.
    void setChange(const hardware::WhatIf& change);
    const hardware::WhatIf& change() const { return m_change; }
    const ProfilePointer& profile() const { return m_profile; }

    const std::shared_ptr<const WhatIfAnswer>& answer() const { return m_answer; }
    const std::vector<SensitivityCurve>& sensitivities() const { return m_sensitivities; }
    /// Why there is no answer for a subject.
    const std::optional<Error>& failure() const { return m_failure; }
    bool isBusy() const { return m_running || m_again; }

  signals:
    void answered();
    void sensitivitiesChanged();

  private:
    struct Outcome;
    void ask();

    Jobs& m_jobs;
    ProfilePointer m_profile;
    ModelPointer m_model;
    hardware::WhatIf m_change;
    std::shared_ptr<const prediction::Prediction> m_before; ///< of the present subject
    std::shared_ptr<const WhatIfAnswer> m_answer;
    std::vector<SensitivityCurve> m_sensitivities;
    std::optional<Error> m_failure;
    bool m_running = false, m_again = false;
    quint64 m_subject = 0;
};

} // namespace metainfer::workbench
