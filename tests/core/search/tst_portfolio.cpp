// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Strategies and the portfolio on a synthetic space: no hardware, known optimum.
#include "search/portfolio.h"

#include <QtTest/QTest>

#include <cmath>
#include <set>

using namespace metainfer;
using namespace metainfer::search;

namespace {

/// A space of two knobs, threads 1..16 and blockSize 1..16; latency is smallest at (12, 5).
class GridSpace final : public SampleSource {
  public:
    bool predicts = false;
    int limit = 16;

    static Candidate make(int x, int y) {
        Candidate candidate;
        candidate.mapping.session.threads = x;
        candidate.variant.shapeBindings["y"] = y;
        return candidate;
    }
    static int x(const Candidate& c) { return c.mapping.session.threads; }
    static int y(const Candidate& c) { return static_cast<int>(c.variant.shapeBindings.at("y")); }
    static double latency(const Candidate& c) {
        return 200 + 50 * (std::pow(x(c) - 12, 2) + std::pow(y(c) - 5, 2));
    }

    std::vector<Candidate> seeds() const override { return {make(1, 1), make(2, 1), make(4, 1)}; }
    std::optional<Candidate> sample(Random& random) const override {
        return make(knob(random), knob(random));
    }
    std::optional<Candidate> mutate(const Candidate& parent, Random& random) const override {
        const int step = random.below(2) == 0 ? 1 : -1;
        return random.below(2) == 0 ? make(clamp(x(parent) + step), y(parent))
                                    : make(x(parent), clamp(y(parent) + step));
    }
    std::optional<Candidate> crossover(const Candidate& a, const Candidate& b,
                                       Random&) const override {
        return make(x(a), y(b));
    }
    std::string key(const Candidate& c) const override {
        return std::to_string(x(c)) + "/" + std::to_string(y(c));
    }
    Status admit(const Candidate& c) const override {
        if (x(c) == 3)
            return fail(ErrorCode::Unsupported, "three threads are not possible here");
        return {};
    }
    MetricValues predict(const Candidate& c) const override {
        if (!predicts)
            return {};
        const double v = latency(c);
        return {{Metric::P50Latency, {{v, v * 0.9, v * 1.1}, NumberSource::Predicted}}};
    }

  private:
    int clamp(int v) const { return std::clamp(v, 1, limit); }
    int knob(Random& random) const {
        return 1 + static_cast<int>(random.below(static_cast<std::uint64_t>(limit)));
    }
};

const MetricValues kOriginal{{Metric::P50Latency, {{1000, 1000, 1000}, NumberSource::Measured}}};

Portfolio makePortfolio(const GridSpace& space, std::uint64_t seed, const StrategyInput& input = {},
                        std::vector<std::string> strategies = {}) {
    PortfolioOptions options;
    options.seed = seed;
    options.strategies = std::move(strategies);
    auto portfolio =
        Portfolio::create(space, Objectives::single(Metric::P50Latency), kOriginal, input, options);
    if (!portfolio)
        qFatal("%s", portfolio.error().text().c_str());
    return std::move(*portfolio);
}

Outcome outcomeOf(const Candidate& candidate) {
    const double score = GridSpace::latency(candidate) / 1000;
    return {candidate, {score}, score, true};
}

/// Runs rounds of `count` and returns the keys in the order of proposal.
std::vector<std::string> path(const GridSpace& space, Portfolio& portfolio, int rounds,
                              std::size_t count, double* best = nullptr) {
    std::vector<std::string> keys;
    for (int round = 0; round < rounds; ++round) {
        std::vector<Outcome> outcomes;
        for (const Proposal& proposal : portfolio.ask(count)) {
            keys.push_back(space.key(proposal.candidate));
            outcomes.push_back(outcomeOf(proposal.candidate));
            if (best)
                *best = std::min(*best, outcomes.back().score);
        }
        portfolio.tell(outcomes);
    }
    return keys;
}

} // namespace

class TestPortfolio : public QObject {
    Q_OBJECT

  private slots:
    void sameSeedSameResultsSamePath() {
        for (const bool predicts : {false, true}) {
            GridSpace space;
            space.predicts = predicts;
            Portfolio a = makePortfolio(space, 7), b = makePortfolio(space, 7),
                      c = makePortfolio(space, 8);
            const auto pathA = path(space, a, 6, 8);
            QCOMPARE(pathA, path(space, b, 6, 8));
            QVERIFY(pathA != path(space, c, 6, 8));
        }
    }

    void otherResultsOtherPath() {
        const GridSpace space;
        Portfolio a = makePortfolio(space, 7), b = makePortfolio(space, 7);
        const auto first = a.ask(8);
        const auto same = b.ask(8);
        QCOMPARE(first.size(), same.size());
        std::vector<Outcome> good, bad;
        for (const Proposal& proposal : first) {
            good.push_back(outcomeOf(proposal.candidate));
            Outcome reversed = outcomeOf(proposal.candidate);
            reversed.score = 10 - reversed.score;
            reversed.coordinates = {reversed.score};
            bad.push_back(reversed);
        }
        a.tell(good);
        b.tell(bad);
        std::vector<std::string> keysA, keysB;
        for (const Proposal& proposal : a.ask(8))
            keysA.push_back(space.key(proposal.candidate));
        for (const Proposal& proposal : b.ask(8))
            keysB.push_back(space.key(proposal.candidate));
        QVERIFY(keysA != keysB);
    }

    void neverTwiceAndNeverFiltered() {
        GridSpace space;
        space.limit = 5; // 25 points, 5 of them filtered
        Portfolio portfolio = makePortfolio(space, 3);
        portfolio.exclude(GridSpace::make(5, 5));
        const auto keys = path(space, portfolio, 20, 4);
        const std::set<std::string> unique(keys.begin(), keys.end());
        QCOMPARE(unique.size(), keys.size());
        QVERIFY(!unique.contains("5/5"));
        for (const std::string& key : keys)
            QVERIFY(!key.starts_with("3/"));
        QVERIFY(keys.size() >= 18 && keys.size() <= 19); // the whole space, then nothing
        QVERIFY(portfolio.ask(4).empty());
        QVERIFY(!portfolio.rejections().empty());
        QCOMPARE(portfolio.rejections().front().reason.code, ErrorCode::Unsupported);
    }

    void idsCountUpAndOriginsAreSet() {
        const GridSpace space;
        Portfolio portfolio = makePortfolio(space, 1);
        const auto first = portfolio.ask(4), second = portfolio.ask(4);
        QCOMPARE(first.front().candidate.id, "c1");
        QCOMPARE(second.back().candidate.id, "c8");
        for (const Proposal& proposal : first)
            QVERIFY(!proposal.candidate.origin.empty());
    }

    void rulesComeInOrderWithoutPredictor() {
        const GridSpace space;
        Portfolio portfolio = makePortfolio(space, 1, {}, {"rules"});
        const auto proposals = portfolio.ask(5);
        QCOMPARE(proposals.size(), std::size_t{3});
        QCOMPARE(GridSpace::x(proposals[0].candidate), 1);
        QCOMPARE(GridSpace::x(proposals[1].candidate), 2);
        QCOMPARE(GridSpace::x(proposals[2].candidate), 4);
    }

    void experienceComesFirstAndTakesHalf() {
        const GridSpace space;
        StrategyInput input;
        for (int y = 5; y < 13; ++y)
            input.experience.push_back(GridSpace::make(12, y));
        int known = 0, exploring = 0;
        Portfolio portfolio = makePortfolio(space, 4, input);
        const auto first = portfolio.ask(8);
        QCOMPARE(space.key(first.front().candidate), "12/5");
        QCOMPARE(first.front().candidate.origin, "experience");
        for (const Proposal& proposal : first)
            (proposal.exploring ? exploring : known) += 1;
        QCOMPARE(known, 4);
        QCOMPARE(exploring, 4);
    }

    void evolutionBeatsRandom() {
        // Mean over seeds of the best score after the same number of measurements.
        double evolved = 0, blind = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            const GridSpace space;
            double best = 1e9;
            Portfolio all = makePortfolio(space, seed, {}, {"random", "evolution"});
            path(space, all, 8, 6, &best);
            evolved += best;
            best = 1e9;
            Portfolio random = makePortfolio(space, seed, {}, {"random"});
            path(space, random, 8, 6, &best);
            blind += best;
        }
        QVERIFY2(evolved < blind, qPrintable(QString("%1 against %2").arg(evolved).arg(blind)));
    }

    void predictorSavesMeasurements() {
        double with = 0, without = 0;
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            GridSpace space;
            double best = 1e9;
            Portfolio blind = makePortfolio(space, seed, {}, {"random"});
            path(space, blind, 3, 6, &best);
            without += best;
            space.predicts = true;
            best = 1e9;
            Portfolio guided = makePortfolio(space, seed, {}, {"random"});
            path(space, guided, 3, 6, &best);
            with += best;
        }
        QVERIFY2(with < without, qPrintable(QString("%1 against %2").arg(with).arg(without)));
    }

    void failuresAreToldAndNotBredFrom() {
        const GridSpace space;
        Portfolio portfolio = makePortfolio(space, 2, {}, {"random", "evolution"});
        for (int round = 0; round < 3; ++round) {
            std::vector<Outcome> failed;
            for (const Proposal& proposal : portfolio.ask(4))
                failed.push_back({proposal.candidate, {}, 1, false});
            QCOMPARE(failed.size(), std::size_t{4});
            portfolio.tell(failed);
            for (const Outcome& outcome : failed)
                QCOMPARE(outcome.candidate.origin, "random"); // evolution has no parents
        }
    }

    void badOptionsAreNamed() {
        const GridSpace space;
        PortfolioOptions options;
        options.strategies = {"evolutoin"};
        const auto objectives = Objectives::single(Metric::P50Latency);
        auto portfolio = Portfolio::create(space, objectives, kOriginal, {}, options);
        QVERIFY(!portfolio);
        QVERIFY(QString::fromStdString(portfolio.error().text()).contains("evolution"));
        options.strategies.clear();
        options.exploreRatio = 1.5;
        QVERIFY(!Portfolio::create(space, objectives, kOriginal, {}, options));
    }
};

QTEST_GUILESS_MAIN(TestPortfolio)
#include "tst_portfolio.moc"
