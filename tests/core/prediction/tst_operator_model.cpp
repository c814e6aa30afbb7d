// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The learned operator model: better than the analytic one on times that it never saw, the same
// each time, honest about its error.
#include "base/file.h"
#include "base/random.h"
#include "prediction/analytic_model.h"
#include "prediction/error_report.h"
#include "support/paths.h"

#include <QtTest/QTest>

#include <cmath>
#include <sstream>

using namespace metainfer;
using namespace metainfer::prediction;

namespace {

hardware::Profile device(const std::string& name, double fp32Gflops, double gbps,
                         hardware::DeviceType type) {
    hardware::Profile p;
    p.name = name;
    p.type = type;
    p.compute.peakGflops[ElementType::Float] = fp32Gflops;
    p.compute.supportedDtypes = {ElementType::Float, ElementType::Int8};
    hardware::MemoryLevel memory;
    memory.level = "memory";
    memory.bandwidthGbps = gbps;
    p.memory.hierarchy = {memory};
    p.scheduling.launchOverheadUs = type == hardware::DeviceType::Gpu ? 6 : 1;
    return p;
}

OperatorCase convolution(double n, double c, double h, double m, double k, double stride,
                         double groups = 1) {
    OperatorCase op;
    op.opType = "Conv";
    const auto i = [](double v) { return static_cast<std::int64_t>(v); };
    const double out = std::max(1.0, std::floor(h / stride));
    op.input = {i(n), i(c), i(h), i(h)};
    op.weight = {i(m), i(c / groups), i(k), i(k)};
    op.output = {i(n), i(m), i(out), i(out)};
    op.groups = i(groups);
    op.family = "conv2d:" + std::string(convolutionKind(op.weight, op.groups));
    op.kernel = i(k * k);
    op.stride = i(stride * stride);
    op.macs = n * m * out * out * (c / groups) * k * k;
    op.flops = 2 * op.macs;
    op.inputBytes = 4 * n * c * h * h;
    op.weightBytes = 4 * m * c / groups * k * k;
    op.outputBytes = 4 * n * m * out * out;
    return op;
}

OperatorCase matmul(double m, double n, double k) {
    OperatorCase op;
    op.opType = "MatMul";
    op.family = "matmul";
    const auto i = [](double v) { return static_cast<std::int64_t>(v); };
    op.input = {i(m), i(k)};
    op.weight = {i(k), i(n)};
    op.output = {i(m), i(n)};
    op.macs = m * n * k;
    op.flops = 2 * op.macs;
    op.inputBytes = 4 * m * k;
    op.weightBytes = 4 * k * n;
    op.outputBytes = 4 * m * n;
    return op;
}

OperatorCase elementwise(const char* family, double count) {
    OperatorCase op;
    op.opType = op.family = family;
    op.input = op.output = {1, static_cast<std::int64_t>(count)};
    op.flops = count;
    op.inputBytes = op.outputBytes = 4 * count;
    return op;
}

OperatorCase anyOperator(Random& random) {
    const auto pick = [&](std::initializer_list<double> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(random.below(values.size())));
    };
    switch (random.below(4)) {
    case 0: {
        const double c = pick({16, 32, 64, 128, 256});
        return convolution(1, c, pick({7, 14, 28, 56}), pick({16, 32, 64, 128, 256}),
                           pick({1, 3, 5}), pick({1, 2}));
    }
    case 1: {
        const double c = pick({16, 32, 64, 128, 256});
        return convolution(1, c, pick({7, 14, 28, 56}), c, 3, 1, c);
    }
    case 2:
        return matmul(pick({1, 16, 64, 128}), pick({64, 256, 1024}), pick({64, 256, 1024}));
    default:
        return elementwise(random.below(2) ? "add" : "softmax", pick({1e3, 1e4, 1e5, 1e6}));
    }
}

/// A machine that differs from its data sheet in ways that depend on the operator, with 5 % noise.
double trueTime(const hardware::Profile& profile, const OperatorCase& op, Random& random) {
    double us = analyticEstimate(profile, {}, op).us;
    if (op.kind() == "depthwise")
        us *= 3;
    else if (op.kind() == "pointwise")
        us *= 0.7;
    else if (op.family == "matmul")
        us *= op.input[0] < 8 ? 2.5 : 0.9;
    else if (op.family == "softmax")
        us *= 4;
    if (!op.output.empty() && op.output.size() == 4 && op.output[1] < 32)
        us *= 1.6;
    return us * std::exp(0.05 * random.normal());
}

std::vector<Observation> synthetic(const hardware::Profile& profile, std::size_t count,
                                   std::uint64_t seed) {
    Random random(seed);
    std::vector<Observation> result;
    for (std::size_t i = 0; i < count; ++i) {
        Observation o;
        o.operation = anyOperator(random);
        o.us = trueTime(profile, o.operation, random);
        o.device = profile.name;
        o.threads = 0;
        result.push_back(std::move(o));
    }
    return result;
}

TrainingOptions quickTraining() {
    TrainingOptions options;
    options.seed = 3;
    options.members = 3;
    options.rounds = 60;
    return options;
}

/// One line of a CSV file with quoted fields.
std::vector<std::string> fields(const std::string& line) {
    std::vector<std::string> result(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            result.emplace_back();
        else
            result.back() += c;
    }
    return result;
}

double number(const std::string& text) {
    try {
        return text.empty() ? 0 : std::stod(text);
    } catch (const std::exception&) {
        return 0;
    }
}

} // namespace

class TestOperatorModel : public QObject {
    Q_OBJECT

  private slots:
    void errorMeasuresByHand() {
        const std::vector<double> predicted{110, 90, 40}, measured{100, 100, 50};
        QVERIFY(std::abs(meanAbsolutePercentageError(predicted, measured) - (0.1 + 0.1 + 0.2) / 3) <
                1e-12);
        QVERIFY(std::abs(medianAbsolutePercentageError(predicted, measured) - 0.1) < 1e-12);
        const std::vector<double> a{1, 2, 3, 4}, b{10, 20, 30, 40}, c{4, 3, 2, 1}, ties{1, 1, 2, 2},
            flat{5, 5, 5, 5};
        QCOMPARE(spearman(a, b), 1.0);
        QCOMPARE(spearman(a, c), -1.0);
        QVERIFY(std::abs(spearman(a, ties) - 2 / std::sqrt(5.0)) < 1e-12); // ranks 1.5 1.5 3.5 3.5
        QCOMPARE(spearman(a, flat), 0.0);
    }

    void learnsWhatTheAnalyticModelMisses() {
        const auto profile = device("board", 100, 20, hardware::DeviceType::Cpu);
        const auto observations = synthetic(profile, 400, 5);
        const auto report =
            crossValidate(observations, {{profile.name, profile}}, quickTraining(), 4);
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        qInfo("%s", report->text().c_str());
        QCOMPARE(report->held, 400u);
        QVERIFY(report->learnedMape < 0.5 * report->analyticMape);
        QVERIFY(report->learnedMape < 0.15);
        QVERIFY(report->learnedRho > report->analyticRho);
        QVERIFY(report->coverage > 0.8); // the 90 % interval holds about what it says
    }

    void sameSeedSameModel() {
        const auto profile = device("board", 100, 20, hardware::DeviceType::Cpu);
        const auto observations = synthetic(profile, 120, 5);
        const std::map<std::string, hardware::Profile> profiles{{profile.name, profile}};
        const auto a = OperatorModel::train(observations, profiles, quickTraining());
        const auto b = OperatorModel::train(observations, profiles, quickTraining());
        QVERIFY(a && b);
        QCOMPARE(*(*a)->save(), *(*b)->save());
        auto other = quickTraining();
        other.seed = 4;
        QVERIFY(*(*OperatorModel::train(observations, profiles, other))->save() != *(*a)->save());
    }

    void savedModelPredictsTheSame() {
        const auto profile = device("board", 100, 20, hardware::DeviceType::Cpu);
        const auto observations = synthetic(profile, 120, 5);
        const auto model =
            OperatorModel::train(observations, {{profile.name, profile}}, quickTraining());
        QVERIFY(model);
        const auto loaded = OperatorModel::load(*(*model)->save());
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY((*loaded)->knows("board") && !(*loaded)->knows("other"));
        QCOMPARE((*loaded)->observationCount(), 120u);
        for (const auto& o : observations) {
            const auto x = (*model)->correct(profile, {}, o.operation);
            const auto y = (*loaded)->correct(profile, {}, o.operation);
            QVERIFY(x && y);
            QCOMPARE(x->logRatio, y->logRatio);
            QCOMPARE(x->logSigma, y->logSigma);
        }
        QCOMPARE(OperatorModel::load("{}").error().code, ErrorCode::VersionMismatch);
        QVERIFY(!OperatorModel::load("not json"));
    }

    void tooLittleIsAnError() {
        const auto profile = device("board", 100, 20, hardware::DeviceType::Cpu);
        const auto few = synthetic(profile, 10, 5);
        const auto model = OperatorModel::train(few, {{profile.name, profile}}, quickTraining());
        QVERIFY(!model);
        QCOMPARE(model.error().code, ErrorCode::InvalidArgument);
        QVERIFY(!OperatorModel::train(synthetic(profile, 100, 5), {},
                                      quickTraining())); // device unknown
        TrainingOptions cancelled = quickTraining();
        cancelled.cancel.cancel();
        QCOMPARE(
            OperatorModel::train(synthetic(profile, 100, 5), {{profile.name, profile}}, cancelled)
                .error()
                .code,
            ErrorCode::Cancelled);
    }

    void uncertaintyGrowsAwayFromTheData() {
        const auto profile = device("board", 100, 20, hardware::DeviceType::Cpu);
        auto observations = synthetic(profile, 300, 5);
        const auto model =
            OperatorModel::train(observations, {{profile.name, profile}}, quickTraining());
        QVERIFY(model);
        const auto correction = (*model)->correct(profile, {}, observations[0].operation);
        QVERIFY(correction && correction->logSigma > 0.03 && correction->logSigma < 0.5);
    }

    void realKernelTimesOfSevenGpus() {
        const auto shared = test::sharedDir();
        if (!shared || !std::filesystem::exists(*shared / "latency" / "deepbench_ops_long.csv"))
            QSKIP("the table of kernel times is not here");
        // fp32 peak in GFLOP/s and GB/s as the vendors state them.
        const std::map<std::string, std::pair<double, double>> rates{
            {"NV_V100", {15700, 900}},    {"NV_P100", {10600, 732}},
            {"NV_M40", {6800, 288}},      {"NV_1080Ti", {11340, 484}},
            {"NV_TitanXp", {12150, 547}}, {"NV_TitanX_Pascal", {10970, 480}},
            {"NV_TitanX", {6690, 336}}};
        std::map<std::string, hardware::Profile> profiles;
        for (const auto& [name, rate] : rates)
            profiles[name] = device(name, rate.first, rate.second, hardware::DeviceType::Gpu);
        std::istringstream text(*readTextFile(*shared / "latency" / "deepbench_ops_long.csv"));
        std::string line;
        std::getline(text, line);
        std::map<std::string, std::size_t> column;
        const auto header = fields(line);
        for (std::size_t i = 0; i < header.size(); ++i)
            column[header[i]] = i;
        std::vector<Observation> observations;
        while (std::getline(text, line)) {
            const auto row = fields(line);
            const auto get = [&](const char* name) { return row.at(column.at(name)); };
            if (row.size() < header.size() || get("mode") != "train" ||
                !profiles.count(get("device")) || get("sheet").find("16") != std::string::npos)
                continue;
            Observation o;
            o.device = get("device");
            o.us = number(get("t_fwd")) * 1e3;
            o.threads = 0;
            if (get("op") == "gemm") {
                o.operation = matmul(number(get("m")), number(get("n")), number(get("k")));
            } else if (get("op") == "conv") {
                o.operation =
                    convolution(number(get("n")), number(get("c")),
                                std::sqrt(number(get("w")) * number(get("h"))), number(get("k")),
                                std::sqrt(number(get("fw")) * number(get("fh"))),
                                std::sqrt(number(get("sw")) * number(get("sh"))));
            } else {
                continue;
            }
            if (o.us > 0 && o.operation.flops > 0)
                observations.push_back(std::move(o));
        }
        QVERIFY(observations.size() > 500);
        const auto report = crossValidate(observations, profiles, quickTraining(), 4);
        QVERIFY2(report, report ? "" : report.error().text().c_str());
        qInfo("%s", report->text().c_str());
        QVERIFY(report->learnedMape < report->analyticMape);
        QVERIFY(report->learnedMedianApe < report->analyticMedianApe);
        QVERIFY(report->learnedRho > report->analyticRho);
    }
};

QTEST_GUILESS_MAIN(TestOperatorModel)
#include "tst_operator_model.moc"
