// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What earlier results say about the present task, with trust and similarity as weights.
#include "experience/store_private.h"

#include <algorithm>
#include <cmath>

namespace metainfer::experience {
namespace {

/// Records looked at for similarity, newest first: a bound on the time of a query.
constexpr std::size_t kMostScanned = 5000;
/// Same graph with other weights: speed carries over, accuracy need not.
constexpr double kSameArchitecture = 0.99;
constexpr double kLeastImprovement = 0.99;

/// Ratio to the original in the metric, below 1 = better; a neighbouring latency stands in.
std::optional<double> ratioOf(const Record& record, Metric metric) {
    auto found = record.ratios.find(metric);
    for (auto it = record.ratios.begin();
         found == record.ratios.end() && it != record.ratios.end() &&
         measurement::isLatency(metric);
         ++it)
        if (measurement::isLatency(it->first))
            found = it;
    if (found == record.ratios.end() || !(found->second.value > 0))
        return std::nullopt;
    const bool maximize = measurement::metricDirection(metric) == measurement::Direction::Maximize;
    return maximize ? 1 / found->second.value : found->second.value;
}

double modelSimilarity(const Query& query, const Record& record) {
    if (!query.architectureHash.empty() && record.architectureHash == query.architectureHash)
        return kSameArchitecture;
    return featureSimilarity(query.modelFeatures, record.modelFeatures);
}

/// Gathers the records of one candidate key into one suggestion.
class Ranking {
  public:
    void add(Suggestion suggestion, double ratio) {
        const std::string& key = suggestion.record.candidateKey;
        Entry& entry = m_entries[key];
        entry.weightSum += suggestion.weight;
        entry.ratioSum += suggestion.weight * ratio;
        if (suggestion.weight > entry.best.weight || entry.count++ == 0)
            entry.best = std::move(suggestion);
    }

    std::vector<Suggestion> ranked(const Query& query) {
        std::vector<Suggestion> list;
        for (auto& [key, entry] : m_entries) {
            Suggestion suggestion = std::move(entry.best);
            const double mean = entry.ratioSum / entry.weightSum;
            suggestion.expectedRatio = 1 + suggestion.weight * (mean - 1);
            if (!query.onlyImprovements || suggestion.expectedRatio < kLeastImprovement)
                list.push_back(std::move(suggestion));
        }
        std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
            return a.expectedRatio < b.expectedRatio;
        });
        if (query.limit > 0 && list.size() > query.limit)
            list.resize(query.limit);
        return list;
    }

  private:
    struct Entry {
        Suggestion best;
        double weightSum = 0;
        double ratioSum = 0;
        std::size_t count = 0;
    };
    std::map<std::string, Entry> m_entries;
};

/// Trust of a row under the query's environment.
double trustOf(const Query& query, const Confirmations& confirmations, const TrustPolicy& policy,
               double stored, const std::string& environment, std::int64_t time) {
    const auto found = confirmations.find(environment);
    return effectiveTrust(stored, time, query.nowMs, environment == query.environmentHash,
                          found == confirmations.end() ? nullptr : &found->second, policy);
}

using Similarity = double (*)(const Query&, const Record&);

std::vector<Suggestion> rank(const Query& query, std::vector<StoredRecord> rows,
                             const Confirmations& confirmations, const TrustPolicy& policy,
                             Kinship kinship, Similarity similarity) {
    Ranking ranking;
    for (StoredRecord& row : rows) {
        const auto ratio = ratioOf(row.record, query.metric);
        if (!ratio)
            continue;
        Suggestion suggestion;
        suggestion.kinship = kinship;
        suggestion.trust = trustOf(query, confirmations, policy, row.storedTrust,
                                   row.record.environmentHash, row.record.timeMs);
        suggestion.similarity = similarity(query, row.record);
        suggestion.weight = suggestion.trust * suggestion.similarity;
        if (suggestion.weight < policy.minimum)
            continue;
        suggestion.record = std::move(row.record);
        ranking.add(std::move(suggestion), *ratio);
    }
    return ranking.ranked(query);
}

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// environment -> operator key -> times, of a hardware's probes.
using ProbeTimes = std::map<std::string, std::map<std::string, std::vector<double>>>;

ProbeTimes probeTimes(soci::session& session, const std::string& hardwareName) {
    ProbeTimes times;
    std::string environment, key;
    double microseconds = 0;
    soci::statement statement =
        (session.prepare << "SELECT environment_hash, operator_key, microseconds FROM observations "
                            "WHERE hardware_name = :hardware AND origin = 'probe'",
         soci::use(hardwareName, "hardware"), soci::into(environment), soci::into(key),
         soci::into(microseconds));
    statement.execute(false);
    while (statement.fetch())
        times[environment][key].push_back(microseconds);
    return times;
}

std::vector<double> commonRatios(const std::map<std::string, std::vector<double>>& now,
                                 const std::map<std::string, std::vector<double>>& before) {
    std::vector<double> ratios;
    for (const auto& [key, values] : now)
        if (const auto other = before.find(key); other != before.end())
            ratios.push_back(median(values) / median(other->second));
    return ratios;
}

void storeConfirmation(soci::session& session, const std::string& hardwareName,
                       const std::string& environment, const std::string& confirmedBy,
                       double agreement, std::int64_t nowMs) {
    const long long time = nowMs;
    session << "DELETE FROM confirmations WHERE hardware_name = :hardware AND environment_hash = "
               ":environment AND confirmed_by = :by",
        soci::use(hardwareName, "hardware"), soci::use(environment, "environment"),
        soci::use(confirmedBy, "by");
    session << "INSERT INTO confirmations (hardware_name, environment_hash, confirmed_by, "
               "agreement, time_ms) VALUES (:hardware, :environment, :by, :agreement, :time)",
        soci::use(hardwareName, "hardware"), soci::use(environment, "environment"),
        soci::use(confirmedBy, "by"), soci::use(agreement, "agreement"), soci::use(time, "time");
}

} // namespace

std::string_view kinshipName(Kinship kinship) {
    switch (kinship) {
    case Kinship::SameModelSameHardware:
        return "same_model_same_hardware";
    case Kinship::OtherModelSameHardware:
        return "other_model_same_hardware";
    case Kinship::OtherHardware:
        break;
    }
    return "other_hardware";
}

Result<std::vector<Suggestion>> Store::bestForModel(const Query& query) const {
    return d->reading([&](soci::session& session) -> Result<std::vector<Suggestion>> {
        MI_ASSIGN(auto rows,
                  selectRecords(session, "failed = 0 AND model_hash = :p0 AND hardware_name = :p1",
                                {query.modelHash, query.hardwareName}, kMostScanned));
        return rank(query, std::move(rows),
                    confirmationsBy(session, query.hardwareName, query.environmentHash),
                    d->options.trust, Kinship::SameModelSameHardware,
                    [](const Query&, const Record&) { return 1.0; });
    });
}

Result<std::vector<Suggestion>> Store::similarModels(const Query& query) const {
    return d->reading([&](soci::session& session) -> Result<std::vector<Suggestion>> {
        MI_ASSIGN(auto rows,
                  selectRecords(session, "failed = 0 AND model_hash <> :p0 AND hardware_name = :p1",
                                {query.modelHash, query.hardwareName}, kMostScanned));
        return rank(query, std::move(rows),
                    confirmationsBy(session, query.hardwareName, query.environmentHash),
                    d->options.trust, Kinship::OtherModelSameHardware, modelSimilarity);
    });
}

Result<std::vector<Suggestion>> Store::transfer(const Query& query) const {
    return d->reading([&](soci::session& session) -> Result<std::vector<Suggestion>> {
        MI_ASSIGN(auto rows, selectRecords(session, "failed = 0 AND hardware_name <> :p0",
                                           {query.hardwareName}, kMostScanned));
        // The other hardware's environment is its own affair: only age counts.
        for (StoredRecord& row : rows)
            row.storedTrust = effectiveTrust(row.storedTrust, row.record.timeMs, query.nowMs, true,
                                             nullptr, d->options.trust);
        TrustPolicy applied = d->options.trust;
        applied.changedEnvironment = 1;
        applied.halfLifeDays = std::numeric_limits<double>::infinity();
        return rank(query, std::move(rows), {}, applied, Kinship::OtherHardware,
                    [](const Query& q, const Record& record) {
                        const double model =
                            record.modelHash == q.modelHash ? 1.0 : modelSimilarity(q, record);
                        return model *
                               featureSimilarity(q.hardwareFingerprint, record.hardwareFingerprint);
                    });
    });
}

Result<std::vector<double>>
Store::presentTrust(const std::vector<Record>& records,
                    const std::map<std::string, std::string>& environments,
                    std::int64_t nowMs) const {
    return d->reading([&](soci::session& session) -> Result<std::vector<double>> {
        std::map<std::string, Confirmations> confirmed; // by hardware
        for (const auto& [hardware, environment] : environments)
            confirmed[hardware] = confirmationsBy(session, hardware, environment);
        std::vector<double> trust;
        for (const Record& record : records) {
            const auto present = environments.find(record.hardwareName);
            const Confirmation* confirmation = nullptr;
            bool same = true;
            if (present != environments.end()) {
                same = record.environmentHash == present->second;
                const Confirmations& known = confirmed[record.hardwareName];
                if (const auto it = known.find(record.environmentHash); it != known.end())
                    confirmation = &it->second;
            }
            trust.push_back(effectiveTrust(record.trust, record.timeMs, nowMs, same, confirmation,
                                           d->options.trust));
        }
        return trust;
    });
}

Result<std::vector<Record>> Store::knownFailures(const Query& query) const {
    return d->reading([&](soci::session& session) -> Result<std::vector<Record>> {
        MI_ASSIGN(auto rows,
                  selectRecords(session,
                                "failed <> 0 AND model_hash = :p0 AND hardware_name = :p1 AND "
                                "environment_hash = :p2",
                                {query.modelHash, query.hardwareName, query.environmentHash},
                                kMostScanned));
        std::vector<Record> records;
        for (StoredRecord& row : rows)
            records.push_back(std::move(row.record));
        return records;
    });
}

Result<std::vector<OperatorObservation>> Store::observations(const Query& query) const {
    if (d->options.schemaVersion < 2)
        return std::vector<OperatorObservation>();
    return d->reading([&](soci::session& session) -> Result<std::vector<OperatorObservation>> {
        MI_ASSIGN(auto rows, selectObservations(session, "hardware_name = :p0",
                                                {query.hardwareName}, query.limit));
        const Confirmations confirmations =
            confirmationsBy(session, query.hardwareName, query.environmentHash);
        std::vector<OperatorObservation> trusted;
        for (OperatorObservation& row : rows) {
            row.trust = trustOf(query, confirmations, d->options.trust, row.trust,
                                row.environmentHash, row.timeMs);
            if (row.trust >= d->options.trust.minimum)
                trusted.push_back(std::move(row));
        }
        return trusted;
    });
}

Result<std::size_t> Store::confirmByProbe(const std::string& hardwareName,
                                          const std::string& environmentHash, std::int64_t nowMs) {
    if (d->options.schemaVersion < 3)
        return fail(ErrorCode::VersionMismatch, "this store's schema knows no confirmations");
    return d->writer->submit([&](soci::session& session) -> Result<std::size_t> {
        const ProbeTimes times = probeTimes(session, hardwareName);
        const auto now = times.find(environmentHash);
        if (now == times.end())
            return fail(ErrorCode::NotFound,
                        "no probe of this hardware under this environment is stored",
                        "Add the probe's observations first.");
        std::size_t confirmed = 0;
        for (const auto& [environment, before] : times) {
            if (environment == environmentHash)
                continue;
            const std::vector<double> ratios = commonRatios(now->second, before);
            if (ratios.size() < d->options.trust.minimumCommonRows)
                continue;
            const double agreement = probeAgreement(ratios);
            storeConfirmation(session, hardwareName, environment, environmentHash, agreement,
                              nowMs);
            confirmed += agreement >= d->options.trust.minimumAgreement;
        }
        // The environment itself was just seen to be alive: its records count from now on.
        storeConfirmation(session, hardwareName, environmentHash, environmentHash, 1, nowMs);
        return confirmed;
    });
}

} // namespace metainfer::experience
