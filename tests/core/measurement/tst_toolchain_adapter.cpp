// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Adapters as files: the shipped ones, mistakes with their places, patterns, placeholders,
// mappings, and any bytes.
#include "base/file.h"
#include "base/random.h"
#include "measurement/toolchain/adapter.h"
#include "measurement/toolchain/placeholders.h"
#include "measurement/toolchain/tool_driver.h"

#include <QtTest/QTest>

#include <algorithm>
#include <filesystem>

using namespace metainfer;
using namespace metainfer::measurement;

namespace {

const std::filesystem::path kShipped =
    std::filesystem::path(METAINFER_SOURCE_DIR) / "resources" / "toolchains";

// The least that an adapter has; tests add to it.
const std::string kLeast = R"(schema: toolchain/1
toolchain:
  name: least
  check: {command: [true]}
  run:
    latency: [run, "{model}", "{iterations}", "{flags}"]
  read:
    latency: {unit: ms, samples: {pattern: 'time (?<time>[0-9.]+)'}}
)";

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

SessionOptions session(const std::string& signature) {
    return *SessionOptions::fromSignature(signature);
}

} // namespace

class TestToolchainAdapter : public QObject {
    Q_OBJECT

  private slots:
    void shippedOnesLoad();
    void shippedOnesSayWhatTheyAre();
    void everyMistakeAtOnce();
    void flagsNeedAPlace();
    void unknownKeysAreKept();
    void patternsNameGroups();
    void patternsThatAreWrong_data();
    void patternsThatAreWrong();
    void evilPatternsEnd();
    void placeholders();
    void mappingBecomesArguments();
    void mappingRefusesUnknownValues();
    void commandsWithoutRunning();
    void anyBytes();
};

void TestToolchainAdapter::shippedOnesLoad() {
    std::vector<Error> problems;
    const AdapterStore store({kShipped});
    const auto all = store.all(&problems);
    for (const Error& error : problems)
        QFAIL(error.text().c_str());
    const std::vector<std::string> expected{"atc-msame", "benchmark_app", "benchncnn",
                                            "mnn",       "ort-web",       "qnn-net-run",
                                            "rknn",      "trtexec",       "vela"};
    QVERIFY(store.names() == expected);
    for (const Adapter& adapter : all)
        for (const std::string& warning : adapter.warnings)
            QFAIL(warning.c_str());
    const auto wrong = store.load("trtexe");
    QVERIFY(!wrong);
    QVERIFY(holds(wrong.error().text(), "trtexec"));
}

void TestToolchainAdapter::shippedOnesSayWhatTheyAre() {
    for (const Adapter& adapter : AdapterStore({kShipped}).all()) {
        QVERIFY2(adapter.file.stem() == adapter.name, adapter.name.c_str());
        for (const std::string* text : {&adapter.title, &adapter.vendor, &adapter.hardware,
                                        &adapter.licence, &adapter.install})
            QVERIFY2(!text->empty(), adapter.name.c_str());
        QVERIFY2(!adapter.documents.empty(), adapter.name.c_str());
        QVERIFY2(!adapter.errors.empty(), adapter.name.c_str());
        // Every key of the mapping ends in arguments or in a placeholder: nothing is honoured in
        // vain.
        for (const auto& [key, mapping] : adapter.mapping) {
            bool counts = !mapping.flags.empty();
            for (const auto& [value, arguments] : mapping.values)
                counts = counts || !arguments.empty();
            const bool placeholder = key == "threads" && mapping.hasFlags;
            QVERIFY2(counts || placeholder, (adapter.name + ": " + key).c_str());
        }
    }
}

void TestToolchainAdapter::everyMistakeAtOnce() {
    const auto adapter = parseAdapter(R"(schema: toolchain/1
toolchain:
  name: Bad Name
  check:
    command: []
  model:
    dtypes: [fp32, fp33]
    opset: {from: 13, to: 7}
  convert:
    commands: [[tool, "{modle}"]]
    artifact: "{work}/a"
    timeout_s: 0
  run:
    latency: [run, "a{flags}b"]
    layers: [run]
  tensors:
    input_format: bytes
  read:
    latency:
      unit: minutes
      summary: {pattern: 'max (?<max>[0-9]+)'}
    memory: {unit: MiB, rows: {pattern: '(?<size>[0-9]+)', json: /x}}
  errors:
    - {pattern: '(unclosed', code: unsupported_operator}
    - {pattern: 'x', code: broken}
)",
                                      "bad.yaml");
    QVERIFY(!adapter);
    QVERIFY(adapter.error().code == ErrorCode::InvalidArgument);
    const std::string text = adapter.error().text();
    for (const char* part :
         {"bad.yaml:3: toolchain.name is 'Bad Name'", "bad.yaml:5: toolchain.check.command",
          "holds 'fp33'", "ends before it begins", "{modle}",
          "bad.yaml:12: toolchain.convert.timeout_s", "at least 1 and at most 86400",
          "{flags} inside an argument", "nothing reads them",
          "bad.yaml:17: toolchain.tensors.input_format is 'bytes'", "is 'minutes'",
          "neither `median` nor `mean`", "exactly one of `pattern`, `json`, `csv`",
          "bad.yaml:24: toolchain.errors[0].pattern", "is 'broken'"})
        QVERIFY2(holds(text, part), (std::string(part) + "\n" + text).c_str());
    for (const char* nothing :
         {"", "a: b", "- 1", "schema: toolchain/2\ntoolchain: {}", "{", "\t"}) {
        const auto bad = parseAdapter(nothing, "x.yaml");
        QVERIFY(!bad);
        QVERIFY2(holds(bad.error().text(), "x.yaml"), bad.error().text().c_str());
    }
}

void TestToolchainAdapter::flagsNeedAPlace() {
    std::string text = kLeast;
    text.replace(text.find(", \"{flags}\""), 11, "");
    text += "  mapping:\n    opt: {values: {all: [-O3], none: []}}\n";
    const auto adapter = parseAdapter(text, "f.yaml");
    QVERIFY(!adapter);
    QVERIFY2(holds(adapter.error().text(), "no command of `run.latency` has {flags}"),
             adapter.error().text().c_str());
}

void TestToolchainAdapter::unknownKeysAreKept() {
    const auto adapter = parseAdapter(kLeast + "  licens: MIT\n  future: {a: 1}\n", "u.yaml");
    QVERIFY2(adapter.has_value(), adapter ? "" : adapter.error().text().c_str());
    QCOMPARE(adapter->unknown.size(), std::size_t{2});
    QVERIFY(holds(adapter->unknown[0].suggestion, "licence"));
    QVERIFY(holds(adapter->warnings[1], "u.yaml:10"));
}

void TestToolchainAdapter::patternsNameGroups() {
    const auto pattern = LinePattern::compile(R"(\[(?<a>[0-9.]+)\] (?:x|y)=(?<b>\w+)( (?<c>!))?)");
    QVERIFY(pattern.has_value());
    QVERIFY((pattern->groups() == std::vector<std::string>{"a", "b", "c"}));
    const auto row = pattern->match("noise [1.5] y=two end");
    QVERIFY(row.has_value());
    QCOMPARE(row->at("a"), std::string("1.5"));
    QCOMPARE(row->at("b"), std::string("two"));
    QVERIFY(!row->contains("c"));
    QVERIFY(!pattern->match("noise [1.5] z=two"));
    // The literal that lines are filtered by is no part that may be absent.
    const auto optional = LinePattern::compile("colou?r*s? (?<n>[0-9]+)");
    QVERIFY(optional->match("colo 1").has_value());
    QVERIFY(LinePattern::compile("(a|b)+c{2,3}d")->match("abccd").has_value());
    QVERIFY(LinePattern::compile("(x[0-9]{1,3} ?){100}")->match("x12 x3 x4").has_value() == false);
    QVERIFY(LinePattern::compile("^(\\d{1,3}[.]){3}\\d{1,3}$")->match("192.0.2.17").has_value());
    QVERIFY((toolLines("a\r\nb\rc\n\nd") == std::vector<std::string_view>{"a", "b", "c", "d"}));
}

void TestToolchainAdapter::patternsThatAreWrong_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << QString("");
    QTest::newRow("open") << QString("(a");
    QTest::newRow("class") << QString("[a");
    QTest::newRow("reference") << QString("(a)\\1");
    QTest::newRow("look-ahead") << QString("a(?=b)");
    QTest::newRow("name") << QString("(?<a-b>x)");
    QTest::newRow("unnamed") << QString("(?<>x)");
    QTest::newRow("many times") << QString("a{1000000}");
    QTest::newRow("nothing, many times") << QString("(?:(?:(?:a?){100}){100}){9}");
    QTest::newRow("written out") << QString("(abcdefghij){99}(a|b){50}");
    QTest::newRow("twice repeated") << QString("[0-9]{50}{50}");
    QTest::newRow("product") << QString("((((a{99}){99}){99}){99})");
    QTest::newRow("deep") << QString(40, '(') + QString(40, ')');
    QTest::newRow("long") << QString(2000, 'a');
    QTest::newRow("backslash") << QString("a\\");
    QTest::newRow("nothing repeats") << QString("*a");
}

void TestToolchainAdapter::patternsThatAreWrong() {
    QFETCH(QString, text);
    const auto pattern = LinePattern::compile(text.toStdString());
    QVERIFY(!pattern);
    QVERIFY(pattern.error().code == ErrorCode::InvalidArgument);
}

/// Patterns that take exponential time where matching backtracks.
void TestToolchainAdapter::evilPatternsEnd() {
    const std::string line(400, 'a');
    for (const char* text : {"(a+)+$b", "(a|aa)+b", "(a*)*b", "(?<x>.*)*(?<y>.*)*b"}) {
        const auto pattern = LinePattern::compile(text);
        if (pattern)
            QVERIFY(!pattern->match(line).has_value());
    }
    const auto any = LinePattern::compile("(?<all>.*)");
    QVERIFY(any->match(std::string(1'000'000, 'x'))->at("all").size() <= 8192);
}

void TestToolchainAdapter::placeholders() {
    QVERIFY((*placeholdersOf("{a}/{b}{{c}}{a}") == std::vector<std::string>{"a", "b"}));
    QCOMPARE(*fillPlaceholders("{a}-{{x}}-{a}", {{"a", "{b}"}}), std::string("{b}-{x}-{b}"));
    for (const char* bad : {"{", "}", "{}", "{a b}", "a}b", "{a", "{a{b}}"})
        QVERIFY2(!placeholdersOf(bad), bad);
    const auto missing = fillPlaceholders("{nothing}", {});
    QVERIFY(!missing && missing.error().code == ErrorCode::NotFound);
}

void TestToolchainAdapter::mappingBecomesArguments() {
    const auto adapter = AdapterStore({kShipped}).load("ort-web");
    QVERIFY(adapter.has_value());
    const auto run =
        mappingArguments(*adapter, session("threads=2;opt=basic;dim.batch=3;spin=off"), 4);
    QVERIFY2(run.has_value(), run ? "" : run.error().text().c_str());
    const auto has = [&](const std::string& a, const std::string& b) {
        const auto it = std::find(run->run.begin(), run->run.end(), a);
        return it != run->run.end() && *(it + 1) == b;
    };
    QVERIFY(has("--threads", "2"));
    QVERIFY(has("--opt", "basic"));
    QVERIFY(has("--dim", "batch=3"));
    QVERIFY(run->convert.empty());
    // Spinning is not a key of this adapter: it makes nothing.
    QVERIFY(std::find(run->run.begin(), run->run.end(), "--spin") == run->run.end());
    // 0 threads is the device's own choice.
    const auto all = mappingArguments(*adapter, {}, 4);
    QVERIFY(std::find(all->run.begin(), all->run.end(), "4") != all->run.end());

    const auto trt = AdapterStore({kShipped}).load("trtexec");
    const auto fp16 = mappingArguments(*trt, session("config.precision=fp16"), 1);
    QVERIFY((fp16->convert == std::vector<std::string>{"--fp16"}));
    QVERIFY((fp16->run == std::vector<std::string>{"--useSpinWait"}));
    // A key that the signature lacks has its default.
    QVERIFY((mappingArguments(*trt, {}, 1)->convert == std::vector<std::string>{"--noTF32"}));
}

void TestToolchainAdapter::mappingRefusesUnknownValues() {
    const auto trt = AdapterStore({kShipped}).load("trtexec");
    const auto wrong = mappingArguments(*trt, session("config.precision=fp8"), 1);
    QVERIFY(!wrong);
    QVERIFY(wrong.error().code == ErrorCode::Unsupported);
    QVERIFY(holds(wrong.error().text(), "config.precision=fp8"));
    QVERIFY(holds(wrong.error().text(), "int8+fp16"));
}

void TestToolchainAdapter::commandsWithoutRunning() {
    for (const Adapter& adapter : AdapterStore({kShipped}).all()) {
        const ToolDriver driver(adapter, {"/nowhere/work", nullptr, 2});
        Workload workload;
        workload.model = "/models/my model.onnx";
        const std::vector<float> zeros(12);
        workload.inputs = {{"x", HostTensor::fromFloats({1, 3, 2, 2}, zeros)}};
        const auto commands = driver.commandsFor(ToolMode::Latency, workload, {});
        QVERIFY2(commands.has_value(), commands ? "" : commands.error().text().c_str());
        QVERIFY(!commands->empty());
        std::string all;
        for (const std::string& command : *commands)
            all += command + "\n";
        QVERIFY2(holds(all, "/models/my model.onnx'"), all.c_str()); // quoted
        QVERIFY2(!holds(all, "{"), all.c_str());
        QVERIFY(!std::filesystem::exists("/nowhere"));
    }
}

/// Mutations of the shipped adapters, and noise: an answer each time.
void TestToolchainAdapter::anyBytes() {
    std::vector<std::string> seeds{kLeast};
    for (const auto& entry : std::filesystem::directory_iterator(kShipped))
        if (entry.path().extension() == ".yaml")
            seeds.push_back(*readTextFile(entry.path()));
    Random random(11);
    int good = 0;
    for (int i = 0; i < 600; ++i) {
        std::string text = seeds[random.below(seeds.size())];
        const auto changes = 1 + random.below(6);
        for (std::uint64_t c = 0; c < changes && !text.empty(); ++c) {
            const auto at = static_cast<std::size_t>(random.below(text.size()));
            switch (random.below(4)) {
            case 0:
                text[at] = static_cast<char>(random.below(256));
                break;
            case 1:
                text.erase(at, random.below(40));
                break;
            case 2:
                text.insert(at, text.substr(text.size() / 2, random.below(60)));
                break;
            default:
                text.resize(at);
            }
        }
        const auto adapter = parseAdapter(text, "noise.yaml");
        good += adapter.has_value();
        if (!adapter)
            QVERIFY(!adapter.error().message.empty());
    }
    QVERIFY(good > 0); // some changes are in comments
    QVERIFY(!parseAdapter(std::string(2u << 20, 'a'), "big.yaml"));
    QVERIFY(!parseAdapter(std::string(5000, '['), "deep.yaml"));
}

QTEST_GUILESS_MAIN(TestToolchainAdapter)
#include "tst_toolchain_adapter.moc"
