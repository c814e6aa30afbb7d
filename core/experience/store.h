// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The experience store: one SQLite file that many threads and processes write.
#pragma once

#include "experience/record.h"
#include "experience/trust.h"

#include <filesystem>
#include <map>
#include <memory>

namespace metainfer::experience {

/// What the present task is; everything is optional but `modelHash` and `hardwareName`.
struct Query {
    std::string modelHash;
    std::string architectureHash;
    std::vector<double> modelFeatures;
    std::string hardwareName;
    std::vector<double> hardwareFingerprint;
    std::string environmentHash;
    Metric metric = Metric::P50Latency; ///< results are ranked by their ratio in this metric
    std::int64_t nowMs = 0;
    std::size_t limit = 16;
    bool onlyImprovements = true; ///< leave out what was not better than the original
};

enum class Kinship {
    SameModelSameHardware,
    OtherModelSameHardware,
    OtherHardware ///< only ever returned by `transfer`
};
std::string_view kinshipName(Kinship kinship);

struct Suggestion {
    Record record;
    Kinship kinship = Kinship::SameModelSameHardware;
    double trust = 1;         ///< after decay; the largest of the candidate's records
    double similarity = 1;    ///< of model or hardware
    double weight = 1;        ///< trust x similarity
    double expectedRatio = 1; ///< weighted mean ratio, drawn towards 1 by what the weight lacks
};

struct Filter {
    std::string modelHash;
    std::string hardwareName;
    std::string sessionId;
    std::size_t limit = 100;
    std::size_t offset = 0;
};

struct Stats {
    std::filesystem::path path;
    int schemaVersion = 0;
    std::string journalMode;
    std::uint64_t fileBytes = 0;
    std::size_t records = 0;
    std::size_t failures = 0;
    std::size_t observations = 0;
    std::size_t sessions = 0;
    std::size_t models = 0;
    std::size_t hardware = 0;
    std::int64_t oldestMs = 0;
    std::int64_t newestMs = 0;
    Json toJson() const;
};

struct ImportReport {
    std::size_t added = 0;
    std::size_t alreadyThere = 0;
    std::size_t rejected = 0; ///< lines that are no valid record; `problems` has the first ten
    std::vector<std::string> problems;
};

struct OpenOptions {
    TrustPolicy trust;
    int busyTimeoutMs = 30000;
    /// Schema to create or migrate to; older ones serve tests and team stores that an older program
    /// still writes.
    int schemaVersion = 0; ///< 0 = the newest
};

/// Thread-safe. Writing calls run on one writer thread per process and store and return when the
/// transaction is committed; each thread reads on its own connection. Never call from a GUI thread.
class Store {
  public:
    static constexpr int kSchemaVersion = 3;
    /// ${METAINFER_EXPERIENCE:-${XDG_DATA_HOME:-~/.local/share}/metainfer/experience.db}
    static std::filesystem::path defaultPath();
    /// Creates or migrates as needed. VersionMismatch when the file is newer than this program, Io
    /// when it is damaged or no experience store: it is left untouched then.
    static Result<Store> open(const std::filesystem::path& path, const OpenOptions& options = {});
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;
    ~Store();

    /// All or none; records that are already there (same uid) are skipped. The number added.
    Result<std::size_t> add(const std::vector<Record>& records);
    Result<std::size_t> addObservations(const std::vector<OperatorObservation>& observations);
    /// After a probe's observations were added: compares them with those of the hardware's other
    /// environments and restores trust as far as they agree. The number of confirmed environments.
    Result<std::size_t> confirmByProbe(const std::string& hardwareName,
                                       const std::string& environmentHash, std::int64_t nowMs);
    /// Removes records and observations whose trust has fallen below `minimumTrust`.
    Result<std::size_t> expire(double minimumTrust, std::int64_t nowMs);
    Result<std::size_t> remove(const Filter& filter);

    /// Same graph with the same weights on this hardware, best first, one per candidate.
    Result<std::vector<Suggestion>> bestForModel(const Query& query) const;
    /// Other models on this hardware, by expected ratio.
    Result<std::vector<Suggestion>> similarModels(const Query& query) const;
    /// Other hardware: an explicit, weighted step, never mixed into the two above.
    Result<std::vector<Suggestion>> transfer(const Query& query) const;
    /// Candidates of this model on this hardware that failed under this environment.
    Result<std::vector<Record>> knownFailures(const Query& query) const;
    /// For the predictor: newest first, with trust filled in; at most `query.limit` (0 = all).
    Result<std::vector<OperatorObservation>> observations(const Query& query) const;

    Result<std::vector<Record>> list(const Filter& filter = {}) const;
    /// What each record is trusted now: age, and for hardware that is named in `environments`
    /// (hardware -> hash of its present environment) whether that changed and what probes
    /// confirmed. One value per record.
    Result<std::vector<double>> presentTrust(const std::vector<Record>& records,
                                             const std::map<std::string, std::string>& environments,
                                             std::int64_t nowMs) const;
    Result<Stats> stats() const;
    /// JSON lines: {"type": "record" | "observation", …}. The number of lines.
    Result<std::size_t> exportTo(const std::filesystem::path& file) const;
    /// Already present uids are skipped; new ones get their trust multiplied by `trust.imported`.
    Result<ImportReport> importFrom(const std::filesystem::path& file);
    const std::filesystem::path& path() const;

  private:
    class Private;
    explicit Store(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace metainfer::experience
