// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// An ensemble of XGBoost regressors on ln(measured / analytic).
#include "prediction/operator_model.h"

#include "base/hash.h"
#include "base/random.h"
#include "prediction/analytic_model.h"

#include <xgboost/c_api.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>

#include <fmt/format.h>

namespace metainfer::prediction {
namespace {

constexpr std::size_t kLeastObservations = 20;
constexpr double kMaxLog = 4; // targets beyond a factor of 55 are measurement errors

tl::unexpected<Error> xgboostError(std::string_view what) {
    return fail(ErrorCode::Internal, fmt::format("{}: {}", what, XGBGetLastError()),
                "report this with the session's log");
}

class Matrix {
  public:
    static Result<Matrix> create(const std::vector<float>& values, std::size_t rows,
                                 std::size_t columns) {
        Matrix matrix;
        if (XGDMatrixCreateFromMat(values.data(), rows, columns,
                                   std::numeric_limits<float>::quiet_NaN(), &matrix.m_handle) != 0)
            return xgboostError("cannot make a matrix");
        return matrix;
    }
    Matrix(Matrix&& other) noexcept
        : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Matrix& operator=(Matrix&& other) noexcept {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~Matrix() {
        if (m_handle)
            XGDMatrixFree(m_handle);
    }
    Status setFloats(const char* field, const std::vector<float>& values) {
        if (XGDMatrixSetFloatInfo(m_handle, field, values.data(), values.size()) != 0)
            return xgboostError(fmt::format("cannot set {}", field));
        return {};
    }
    DMatrixHandle handle() const { return m_handle; }

  private:
    Matrix() = default;
    DMatrixHandle m_handle = nullptr;
};

class Booster {
  public:
    static Result<Booster> create(const Matrix* data) {
        Booster booster;
        const DMatrixHandle handle = data ? data->handle() : nullptr;
        if (XGBoosterCreate(data ? &handle : nullptr, data ? 1 : 0, &booster.m_handle) != 0)
            return xgboostError("cannot make a model");
        // One thread: sums in another order would give another model.
        MI_CHECK(booster.set("nthread", "1"));
        MI_CHECK(booster.set("verbosity", "0"));
        return booster;
    }
    Booster(Booster&& other) noexcept
        : m_handle(std::exchange(other.m_handle, nullptr)) {}
    Booster& operator=(Booster&& other) noexcept {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    ~Booster() {
        if (m_handle)
            XGBoosterFree(m_handle);
    }
    Status set(const char* name, const std::string& value) {
        if (XGBoosterSetParam(m_handle, name, value.c_str()) != 0)
            return xgboostError(fmt::format("cannot set {}", name));
        return {};
    }
    Status update(int round, const Matrix& data) {
        if (XGBoosterUpdateOneIter(m_handle, round, data.handle()) != 0)
            return xgboostError("training failed");
        return {};
    }
    Result<std::vector<float>> predict(const Matrix& data, std::size_t rows) const {
        bst_ulong count = 0;
        const float* values = nullptr;
        if (XGBoosterPredict(m_handle, data.handle(), 0, 0, 0, &count, &values) != 0 ||
            count != rows)
            return xgboostError("prediction failed");
        return std::vector<float>(values, values + count);
    }
    Result<std::string> save() const {
        bst_ulong length = 0;
        const char* bytes = nullptr;
        if (XGBoosterSaveModelToBuffer(m_handle, R"({"format": "json"})", &length, &bytes) != 0)
            return xgboostError("cannot save the model");
        return std::string(bytes, length);
    }
    Status load(const std::string& text) {
        if (XGBoosterLoadModelFromBuffer(m_handle, text.data(), text.size()) != 0)
            return xgboostError("cannot read the model");
        return {};
    }

  private:
    Booster() = default;
    BoosterHandle m_handle = nullptr;
};

SessionOptions withThreads(int threads) {
    SessionOptions session;
    session.threads = threads;
    return session;
}

struct TrainingSet {
    std::vector<std::vector<float>> rows;
    std::vector<float> targets, weights;
    std::set<std::string> devices;
};

TrainingSet trainingSet(std::span<const Observation> observations,
                        const std::map<std::string, hardware::Profile>& profiles) {
    TrainingSet set;
    for (const auto& observation : observations) {
        const auto profile = profiles.find(observation.device);
        if (profile == profiles.end() || !(observation.us > 0) || !observation.operation.known)
            continue;
        const auto session = withThreads(observation.threads);
        const double analytic =
            analyticEstimate(profile->second, session, observation.operation).us;
        if (!(analytic > 0))
            continue;
        set.rows.push_back(operatorFeatures(profile->second, session, observation.operation));
        set.targets.push_back(
            static_cast<float>(std::clamp(std::log(observation.us / analytic), -kMaxLog, kMaxLog)));
        set.weights.push_back(static_cast<float>(std::clamp(observation.weight, 1e-3, 1.0)));
        set.devices.insert(observation.device);
    }
    return set;
}

std::vector<float> flatten(const std::vector<std::vector<float>>& rows,
                           const std::vector<std::size_t>& picks) {
    std::vector<float> flat;
    for (const auto pick : picks)
        flat.insert(flat.end(), rows[pick].begin(), rows[pick].end());
    return flat;
}

} // namespace

struct OperatorModel::Impl {
    std::vector<Booster> members;
    mutable std::mutex mutex; // a booster caches predictions inside
};

OperatorModel::OperatorModel()
    : m_impl(std::make_unique<Impl>()) {}
OperatorModel::~OperatorModel() = default;

bool OperatorModel::knows(std::string_view device) const {
    return std::find(m_devices.begin(), m_devices.end(), device) != m_devices.end();
}

Result<std::shared_ptr<const OperatorModel>>
OperatorModel::train(std::span<const Observation> observations,
                     const std::map<std::string, hardware::Profile>& profiles,
                     const TrainingOptions& options) {
    const auto set = trainingSet(observations, profiles);
    const std::size_t count = set.rows.size();
    if (count < kLeastObservations)
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format(
                "{} usable operator measurements are too few to learn from; at least {} are needed",
                count, kLeastObservations),
            "probe the device, or go on with the analytic model");
    const std::size_t columns = operatorFeatureNames().size();
    std::shared_ptr<OperatorModel> model(new OperatorModel);
    std::vector<double> outOfBagError;
    for (int member = 0; member < options.members; ++member) {
        Random random = Random(options.seed).split(fmt::format("booster {}", member));
        std::vector<std::size_t> picks(count);
        std::vector<bool> used(count, false);
        for (auto& pick : picks) {
            pick = random.below(count);
            used[pick] = true;
        }
        std::vector<float> targets, weights;
        for (const auto pick : picks) {
            targets.push_back(set.targets[pick]);
            weights.push_back(set.weights[pick]);
        }
        MI_ASSIGN(auto data, Matrix::create(flatten(set.rows, picks), count, columns));
        MI_CHECK(data.setFloats("label", targets));
        MI_CHECK(data.setFloats("weight", weights));
        MI_ASSIGN(auto booster, Booster::create(&data));
        const std::pair<const char*, std::string> settings[] = {
            {"objective", "reg:squarederror"},
            {"base_score", "0"},
            {"tree_method", count > 20000 ? "hist" : "exact"},
            {"max_depth", std::to_string(options.maxDepth)},
            {"eta", fmt::format("{}", options.learningRate)},
            {"min_child_weight", "2"},
            {"lambda", "1"},
            {"colsample_bytree", "0.8"},
            {"seed", std::to_string(random.next() >> 33)}};
        for (const auto& [name, value] : settings)
            MI_CHECK(booster.set(name, value));
        for (int round = 0; round < options.rounds; ++round) {
            MI_CHECK(options.cancel.check());
            if (options.pause)
                options.pause();
            MI_CHECK(booster.update(round, data));
        }
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < count; ++i)
            if (!used[i])
                rest.push_back(i);
        if (!rest.empty()) {
            MI_ASSIGN(auto held, Matrix::create(flatten(set.rows, rest), rest.size(), columns));
            MI_ASSIGN(const auto predicted, booster.predict(held, rest.size()));
            for (std::size_t i = 0; i < rest.size(); ++i)
                outOfBagError.push_back(static_cast<double>(predicted[i]) - set.targets[rest[i]]);
        }
        model->m_impl->members.push_back(std::move(booster));
    }
    double squares = 0;
    for (const double error : outOfBagError)
        squares += error * error;
    if (!outOfBagError.empty())
        model->m_residualSigma =
            std::max(0.03, std::sqrt(squares / static_cast<double>(outOfBagError.size())));
    model->m_count = count;
    model->m_devices.assign(set.devices.begin(), set.devices.end());
    return std::shared_ptr<const OperatorModel>(std::move(model));
}

Result<OperatorModel::Correction> OperatorModel::correct(const hardware::Profile& profile,
                                                         const SessionOptions& session,
                                                         const OperatorCase& operation) const {
    const auto features = operatorFeatures(profile, session, operation);
    MI_ASSIGN(auto row, Matrix::create(features, 1, features.size()));
    double sum = 0, squares = 0;
    {
        const std::lock_guard lock(m_impl->mutex);
        for (const auto& member : m_impl->members) {
            MI_ASSIGN(const auto values, member.predict(row, 1));
            sum += values[0];
            squares += static_cast<double>(values[0]) * values[0];
        }
    }
    const double n = static_cast<double>(m_impl->members.size());
    const double mean = sum / n;
    const double spread = std::max(0.0, squares / n - mean * mean);
    return Correction{mean, std::sqrt(spread + m_residualSigma * m_residualSigma)};
}

Result<std::string> OperatorModel::save() const {
    Json json{{"schema", "operator_model/1"},
              {"features", operatorFeatureNames()},
              {"count", m_count},
              {"devices", m_devices},
              {"residual_sigma", m_residualSigma},
              {"members", Json::array()}};
    for (const auto& member : m_impl->members) {
        MI_ASSIGN(auto text, member.save());
        json["members"].push_back(std::move(text));
    }
    return dumpJson(json);
}

Result<std::shared_ptr<const OperatorModel>> OperatorModel::load(std::string_view text) {
    MI_ASSIGN(const auto json, parseJson(text, "operator model"));
    if (jsonValue<std::string>(json, "schema", "") != "operator_model/1" ||
        jsonValue<std::vector<std::string>>(json, "features", {}) != operatorFeatureNames())
        return fail(ErrorCode::VersionMismatch,
                    "the stored operator model was trained by another version of the program",
                    "train it again from the stored measurements");
    std::shared_ptr<OperatorModel> model(new OperatorModel);
    for (const auto& member : jsonValue<std::vector<std::string>>(json, "members", {})) {
        MI_ASSIGN(auto booster, Booster::create(nullptr));
        MI_CHECK(booster.load(member));
        model->m_impl->members.push_back(std::move(booster));
    }
    if (model->m_impl->members.empty())
        return fail(ErrorCode::InvalidArgument, "the stored operator model has no trees");
    model->m_count = jsonValue<std::size_t>(json, "count", 0);
    model->m_devices = jsonValue<std::vector<std::string>>(json, "devices", {});
    model->m_residualSigma = jsonValue(json, "residual_sigma", 0.3);
    return std::shared_ptr<const OperatorModel>(std::move(model));
}

} // namespace metainfer::prediction
