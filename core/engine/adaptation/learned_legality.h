// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What this device's runtime refuses: learned from failures, asked before candidates are tried.
#pragma once

#include "engine/events.h"
#include "experience/legality_store.h"
#include "measurement/device.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

class LearnedLegality {
  public:
    /// Reads what was learned of the device. Rules of another version or library file of the
    /// runtime are revoked: what refused it is no longer there. A store that cannot be read is a
    /// remark and no obstacle.
    static std::shared_ptr<LearnedLegality>
    open(measurement::Device& device, const EventSink& events,
         experience::LegalityStore store = experience::LegalityStore());

    const std::vector<candidates::LearnedRule>& rules() const { return m_rules; }
    /// Unsupported with the rule, when the model has what is refused; nullopt when it may be tried.
    /// Where the lowering `plan` brought that in, the plan is known to be refused from here on.
    std::optional<Error> refusal(const ir::Model& model,
                                 const candidates::PrecisionPlan& plan = {});
    std::optional<Error> refusal(const candidates::PrecisionPlan& plan) const;

    /// Learns from an error with the context entry "operator: TYPE", or "dtype: TYPE" alone: the
    /// node is looked for in `model`, which was refused. `original` tells whether the lowering
    /// `plan` brought the operator in. True when a rule was made or seen again.
    bool learn(const Error& error, const ir::Model& model, const candidates::PrecisionPlan& plan,
               const ir::Model& original, const std::string& session);
    /// The model ran: rules that it contradicts are revoked.
    void confirm(const ir::Model& model, const candidates::PrecisionPlan& plan);

    /// "Clip, DequantizeLinear (int8)": operators of the model that are refused.
    std::string refusedOperators(const ir::Model& model) const;

  private:
    LearnedLegality() = default;
    void keep(const candidates::LearnedRule& rule);
    void revoke(const std::function<bool(const candidates::LearnedRule&)>& isRevoked);

    std::string m_device, m_runtime, m_version, m_sha256;
    EventSink m_events;
    experience::LegalityStore m_store;
    std::vector<candidates::LearnedRule> m_rules;
};

} // namespace metainfer::engine
