// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Strategies that go through a list or draw blindly: experience, rules, random.
#include "search/strategies.h"

namespace metainfer::search {
namespace {

/// Draws that meet only known candidates before a strategy gives up for this ask.
constexpr std::size_t kTriesPerCandidate = 12;

/// Candidates of `list` that nobody proposed, in order.
std::vector<Candidate> unseenOf(const std::vector<Candidate>& list, std::size_t count,
                                const AskContext& context) {
    std::vector<Candidate> out;
    for (const Candidate& candidate : list) {
        if (out.size() == count)
            break;
        if (!context.seen.contains(context.source.key(candidate)))
            out.push_back(candidate);
    }
    return out;
}

class ExperienceStrategy final : public Strategy {
  public:
    explicit ExperienceStrategy(std::vector<Candidate> list)
        : m_list(std::move(list)) {}
    std::string_view name() const override { return "experience"; }
    std::vector<Candidate> ask(std::size_t count, AskContext& context) override {
        return unseenOf(m_list, count, context);
    }
    void tell(std::span<const Outcome>) override {}

  private:
    std::vector<Candidate> m_list;
};

class RulesStrategy final : public Strategy {
  public:
    std::string_view name() const override { return "rules"; }
    std::vector<Candidate> ask(std::size_t count, AskContext& context) override {
        return unseenOf(context.source.seeds(), count, context);
    }
    void tell(std::span<const Outcome>) override {}
};

class RandomStrategy final : public Strategy {
  public:
    std::string_view name() const override { return "random"; }
    std::vector<Candidate> ask(std::size_t count, AskContext& context) override {
        std::vector<Candidate> out;
        std::unordered_set<std::string> mine;
        for (std::size_t i = 0; i < count * kTriesPerCandidate && out.size() < count; ++i) {
            auto candidate = context.source.sample(context.random);
            if (!candidate)
                break;
            std::string key = context.source.key(*candidate);
            if (!context.seen.contains(key) && mine.insert(std::move(key)).second)
                out.push_back(std::move(*candidate));
        }
        return out;
    }
    void tell(std::span<const Outcome>) override {}
};

} // namespace

std::unique_ptr<Strategy> makeExperienceStrategy(const StrategyInput& input) {
    return std::make_unique<ExperienceStrategy>(input.experience);
}
std::unique_ptr<Strategy> makeRulesStrategy(const StrategyInput&) {
    return std::make_unique<RulesStrategy>();
}
std::unique_ptr<Strategy> makeRandomStrategy(const StrategyInput&) {
    return std::make_unique<RandomStrategy>();
}

} // namespace metainfer::search
