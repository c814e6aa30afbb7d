// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a model would take on a changed device.
#include "hardware/what_if_presenter.h"

#include <cmath>

namespace metainfer::workbench {
namespace {

using prediction::Prediction;

constexpr int kHalfOctaves = 6; ///< each side of 1: 1/8 to 8

Result<Prediction> predicted(const hardware::Profile& profile, const hardware::WhatIf& change,
                             const ir::Model& model) {
    return prediction::Predictor(hardware::changedProfile(profile, change)).predict(model);
}

std::vector<SensitivityCurve> sensitivitiesOf(const hardware::Profile& profile,
                                              const ir::Model& model, double now,
                                              const CancellationToken& cancel) {
    std::vector<SensitivityCurve> curves;
    const int properties = static_cast<int>(hardware::WhatIf().factors().size());
    for (int property = 0; property < properties; ++property) {
        SensitivityCurve curve;
        curve.property = property;
        for (int step = -kHalfOctaves; step <= kHalfOctaves; ++step) {
            if (cancel.isCancelled())
                return {};
            hardware::WhatIf change;
            double* factor = change.factors()[static_cast<std::size_t>(property)];
            *factor = std::exp2(step / 2.0);
            const auto prediction = predicted(profile, change, model);
            if (!prediction)
                continue;
            curve.factors.push_back(*factor);
            curve.latencyUs.push_back(prediction->latencyUs.value);
            const bool isOverhead = factor == &change.launchOverhead;
            if (step == (isOverhead ? -2 : 2) && now > 0)
                curve.gain = 1 - prediction->latencyUs.value / now;
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

} // namespace

struct WhatIfPresenter::Outcome {
    std::shared_ptr<const Prediction> before;
    std::shared_ptr<const WhatIfAnswer> answer;
    std::optional<std::vector<SensitivityCurve>> sensitivities;
    std::optional<Error> failure;
};

WhatIfPresenter::WhatIfPresenter(Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_jobs(jobs) {}

void WhatIfPresenter::setSubject(ProfilePointer profile, ModelPointer model) {
    if (profile == m_profile && model == m_model)
        return;
    m_profile = std::move(profile);
    m_model = std::move(model);
    m_before.reset();
    m_answer.reset();
    m_failure.reset();
    m_sensitivities.clear();
    ++m_subject;
    emit answered();
    emit sensitivitiesChanged();
    ask();
}

void WhatIfPresenter::setChange(const hardware::WhatIf& change) {
    if (change == m_change)
        return;
    m_change = change;
    ask();
}

void WhatIfPresenter::ask() {
    if (m_running) {
        m_again = true;
        return;
    }
    if (!m_profile || !m_model)
        return;
    m_running = true;
    m_jobs.run<Outcome>(
        {}, this,
        [profile = m_profile, model = m_model, change = m_change, before = m_before,
         needsCurves = m_sensitivities.empty()](const JobContext& context) {
            Outcome outcome;
            outcome.before = before;
            if (!before) {
                auto now = predicted(*profile, {}, *model);
                if (!now) {
                    outcome.failure = now.error();
                    return outcome;
                }
                outcome.before = std::make_shared<const Prediction>(std::move(*now));
            }
            auto after = predicted(*profile, change, *model);
            if (!after) {
                outcome.failure = after.error();
                return outcome;
            }
            outcome.answer = std::make_shared<const WhatIfAnswer>(
                WhatIfAnswer{change, *outcome.before, std::move(*after)});
            // Once per subject, not at every move of a slider.
            if (needsCurves)
                outcome.sensitivities = sensitivitiesOf(
                    *profile, *model, outcome.before->latencyUs.value, context.cancel);
            return outcome;
        },
        [this, subject = m_subject](Outcome outcome) {
            m_running = false;
            if (subject == m_subject) {
                m_before = std::move(outcome.before);
                m_answer = std::move(outcome.answer);
                m_failure = std::move(outcome.failure);
                if (outcome.sensitivities) {
                    m_sensitivities = std::move(*outcome.sensitivities);
                    emit sensitivitiesChanged();
                }
                emit answered();
            }
            if (std::exchange(m_again, false))
                ask();
        });
}

} // namespace metainfer::workbench
