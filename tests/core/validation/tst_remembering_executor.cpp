// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The reference runs once per input however often it is asked for, in bounded memory, and a
// reference that gives other outputs each time is never served from what was kept.
#include "validation/remembering_executor.h"

#include "base/file.h"
#include "validation/accuracy.h"
#include "validation/equivalence.h"

#include <QtTest/QTest>

#include <array>

using namespace metainfer;
using namespace metainfer::validation;
namespace fs = std::filesystem;

namespace {

HostTensor floats(std::vector<std::int64_t> dims, const std::vector<float>& values) {
    return HostTensor::fromFloats(std::move(dims), values);
}

/// y = 2 x and z = -x for "original", y = 2 x + 0.01 for all else; counts what it runs.
class CountingExecutor final : public Executor {
  public:
    std::map<std::string, int> runs;
    bool random = false;

    Result<std::vector<NamedTensor>> run(const fs::path& model, const SessionOptions&,
                                         const std::vector<NamedTensor>& inputs,
                                         const std::vector<std::string>& outputs, const RunLimits&,
                                         const CancellationToken&) override {
        const int number = ++runs[model.string()];
        std::vector<float> y, z;
        for (const float x : inputs[0].tensor.as<float>()) {
            y.push_back(2 * x + (model == "original" ? 0.0f : 0.01f) +
                        (random ? static_cast<float>(number) : 0.0f));
            z.push_back(-x);
        }
        std::vector<NamedTensor> all{{"y", floats(inputs[0].tensor.dims, y)},
                                     {"z", floats(inputs[0].tensor.dims, z)}};
        if (outputs.empty())
            return all;
        std::erase_if(all, [&](const NamedTensor& t) { return t.name != outputs[0]; });
        return all;
    }
    Status runAll(const fs::path& model, const SessionOptions& session, const FeedSource& feeds,
                  const std::vector<std::string>& outputs,
                  const std::function<Status(std::size_t, std::vector<NamedTensor>)>& consume,
                  const RunLimits& limits, const CancellationToken& cancel) override {
        for (std::size_t i = 0; i < feeds.count; ++i) {
            MI_ASSIGN(const auto feed, feeds.feed(i));
            MI_ASSIGN(auto result, run(model, session, feed, outputs, limits, cancel));
            MI_CHECK(consume(i, std::move(result)));
        }
        return {};
    }
    Result<ModelTypes> types(const fs::path&, const RunLimits&, const CancellationToken&) override {
        return ModelTypes{};
    }
    Result<std::vector<TensorStatistics>> statistics(const fs::path&, const SessionOptions&,
                                                     const FeedSource&, const HistogramRequest&,
                                                     const RunLimits&,
                                                     const CancellationToken&) override {
        return std::vector<TensorStatistics>{};
    }
};

candidates::Dataset dataOf(std::size_t samples) {
    std::vector<float> values;
    for (std::size_t i = 0; i < samples * 4; ++i)
        values.push_back(static_cast<float>(i % 7) + 0.5f * static_cast<float>(i));
    return candidates::Dataset::fromArrays(
               {{"x", floats({static_cast<std::int64_t>(samples), 4}, values)}}, "numbers")
        .value();
}

AccuracyRequest fidelityOf(const candidates::Dataset& data) {
    AccuracyRequest request;
    request.metric = AccuracyMetric::Fidelity;
    request.data = &data;
    request.inputs = {
        {"x", ElementType::Float, {ir::Dim::symbolic("n"), ir::Dim::known(4)}, false}};
    request.reference = "original";
    return request;
}

/// What an adaptation asks for: the original alone, then candidates on part of the data, then the
/// original and finalists on all of it, with their outputs compared beside.
void askLikeAnAdaptation(Executor& executor, const candidates::Dataset& data) {
    const auto part = data.firstSamples(8);
    const auto measure = [&](const char* model, const candidates::Dataset& on) {
        const auto accuracy = measureAccuracy(executor, model, fidelityOf(on), {});
        QVERIFY2(accuracy, accuracy ? "" : accuracy.error().text().c_str());
        QVERIFY(accuracy->value.value > 0.999);
    };
    measure("original", part);
    for (const char* candidate : {"a", "b", "c", "d", "e"})
        measure(candidate, part);
    measure("original", data);
    const auto batches = data.firstSamples(16).feeds(fidelityOf(data).inputs);
    QVERIFY(batches);
    for (const char* finalist : {"a", "b", "c"}) {
        measure(finalist, data);
        const auto report =
            compareModels(executor, "original", finalist, batches->source, {}, {}, {}, {});
        QVERIFY(report);
        QVERIFY(!report->equivalent); // by 0.01
    }
}

} // namespace

class TestRememberingExecutor : public QObject {
    Q_OBJECT

  private slots:
    void originalRunsOncePerSample() {
        const auto data = dataOf(24);
        CountingExecutor plain, counted;
        askLikeAnAdaptation(plain, data);
        RememberingExecutor remembering(counted, "original", {}, {});
        askLikeAnAdaptation(remembering, data);
        // 7 x 8 + 2 x 24 + 3 x (24 + 16) against once per sample and once to see whether it
        // gives the same again.
        QCOMPARE(plain.runs["original"], 224);
        QCOMPARE(counted.runs["original"], 25);
        for (const char* candidate : {"a", "b", "c", "d", "e"})
            QCOMPARE(counted.runs[candidate], plain.runs[candidate]);
        QCOMPARE(remembering.counts().runs, 25u);
        QCOMPARE(remembering.counts().runs + remembering.counts().served, 225u);
        QCOMPARE(remembering.deterministic(), std::optional(true));
    }

    void isKeyedByModelSessionAndInput() {
        CountingExecutor counted;
        RememberingExecutor remembering(counted, "original", {}, {});
        const std::vector<NamedTensor> one{{"x", floats({1, 2}, {1, 2})}};
        const std::vector<NamedTensor> other{{"x", floats({2, 1}, {1, 2})}}; // same bytes
        SessionOptions session;
        session.threads = 3;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(remembering.run("original", {}, one, {}, {}, {}));
            QVERIFY(remembering.run("original", {}, other, {}, {}, {}));
        }
        QCOMPARE(counted.runs["original"], 3); // one of them twice: is it the same again?
        for (int i = 0; i < 3; ++i)
            QVERIFY(remembering.run("original", session, one, {}, {}, {}));
        QCOMPARE(counted.runs["original"], 6); // other options are another model
        const auto z = remembering.run("original", {}, one, {"z"}, {}, {});
        QVERIFY(z);
        QCOMPARE(z->size(), 1u);
        QCOMPARE((*z)[0].tensor.toFloats().value(), (std::vector<float>{-1, -2}));
        QCOMPARE(counted.runs["original"], 6);
        QVERIFY(!remembering.run("original", {}, one, {"nothing"}, {}, {}));
    }

    void memoryIsBounded_data() {
        QTest::addColumn<bool>("folder");
        QTest::newRow("then on disk") << true;
        QTest::newRow("then not at all") << false;
    }
    void memoryIsBounded() {
        QFETCH(bool, folder);
        const auto dir = TemporaryDirectory::create("tst-remembering");
        QVERIFY(dir);
        const fs::path work = dir->path() / "work";
        CountingExecutor counted;
        // Each sample's outputs take 32 bytes: three fit into memory, four more on disk.
        RememberingExecutor::Options options;
        options.memoryBytes = 100;
        options.diskBytes = 130;
        if (folder)
            options.folder = work;
        RememberingExecutor remembering(counted, "original", {}, options);
        const auto data = dataOf(10);
        const auto batches = data.feeds(fidelityOf(data).inputs);
        QVERIFY(batches);
        std::array<std::vector<float>, 2> seen;
        for (auto& values : seen)
            QVERIFY(
                remembering.runAll("original", {}, batches->source, {"y"},
                                   [&](std::size_t, std::vector<NamedTensor> outputs) -> Status {
                                       for (const float v : outputs[0].tensor.as<float>())
                                           values.push_back(v);
                                       return {};
                                   },
                                   {}, {}));
        QCOMPARE(seen[0].size(), 40u);
        QCOMPARE(seen[1], seen[0]);
        QCOMPARE(remembering.counts().memoryBytes, 96u);
        QCOMPARE(remembering.counts().diskBytes, folder ? 128u : 0u);
        QCOMPARE(remembering.counts().served, folder ? 7u : 3u);
        QCOMPARE(fs::exists(work), folder);
        if (!folder)
            return;
        fs::remove_all(work); // what is lost is run again
        const int before = counted.runs["original"];
        QVERIFY(remembering.run("original", {}, batches->source.feed(4).value(), {}, {}, {}));
        QCOMPARE(counted.runs["original"], before + 1);
    }

    void randomOutputsAreNotKept() {
        CountingExecutor counted;
        counted.random = true;
        RememberingExecutor remembering(counted, "original", {}, {});
        QVERIFY(!remembering.deterministic());
        const std::vector<NamedTensor> feed{{"x", floats({1, 2}, {1, 2})}};
        for (int i = 0; i < 3; ++i)
            QVERIFY(remembering.run("original", {}, feed, {}, {}, {}));
        QCOMPARE(remembering.deterministic(), std::optional(false));
        QCOMPARE(counted.runs["original"], 4);
        QCOMPARE(remembering.counts().served, 0u);
    }
};

QTEST_GUILESS_MAIN(TestRememberingExecutor)
#include "tst_remembering_executor.moc"
