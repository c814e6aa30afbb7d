// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every rewrite rule against its golden file: what it makes of a graph, where it must not fire and
// why, and that both graphs compute the same. With METAINFER_UPDATE_GOLDEN=1 in the environment the
// `after` parts are written anew, to be reviewed.
#include "candidates/legality.h"
#include "candidates/rewrite/driver.h"
#include "candidates/rewrite/registry.h"
#include "ir/verifier.h"
#include "support/graph_text.h"
#include "support/paths.h"
#include "support/run_model.h"

#include <QtTest/QTest>

#include <fstream>
#include <sstream>

using namespace metainfer;
using namespace metainfer::candidates;

namespace {

struct Case {
    std::string name;
    std::string before;
    std::string verdict; ///< "after", "unchanged" or "declines …"
    std::string after;
    std::map<std::string, std::int64_t> bindings;
    std::vector<LearnedRule> refused; ///< operators that the target does not take
};

std::filesystem::path goldenPath(std::string_view rule) {
    return test::sourceDir() / "tests" / "golden" / "rewrite" / (std::string(rule) + ".txt");
}

std::vector<Case> readCases(std::string_view rule) {
    std::vector<Case> cases;
    std::ifstream file(goldenPath(rule));
    std::string line;
    while (std::getline(file, line)) {
        if (line.starts_with("== ")) {
            cases.push_back({line.substr(3), "", "", "", {}, {}});
        } else if (cases.empty()) {
            continue;
        } else if (line.starts_with("! bind ")) {
            const auto equals = line.find('=');
            cases.back().bindings[line.substr(7, equals - 7)] = std::stoll(line.substr(equals + 1));
        } else if (line.starts_with("! refuses ")) {
            cases.back().refused.emplace_back().operatorType = line.substr(10);
        } else if (line.starts_with("-- ")) {
            cases.back().verdict = line.substr(3);
        } else {
            (cases.back().verdict.empty() ? cases.back().before : cases.back().after) +=
                line + "\n";
        }
    }
    return cases;
}

void writeCases(std::string_view rule, const std::vector<Case>& cases) {
    std::ofstream file(goldenPath(rule));
    for (const Case& one : cases) {
        file << "== " << one.name << '\n';
        for (const auto& [symbol, size] : one.bindings)
            file << "! bind " << symbol << '=' << size << '\n';
        for (const LearnedRule& refused : one.refused)
            file << "! refuses " << refused.operatorType << '\n';
        file << one.before << "-- " << one.verdict << '\n' << one.after;
    }
}

QString text(const std::string& s) {
    return QString::fromStdString(s);
}

} // namespace

class TestRewriteGolden : public QObject {
    Q_OBJECT

  private slots:
    void everyRuleHasItsCases() {
        for (const std::string& rule : rewriteRuleNames()) {
            const auto cases = readCases(rule);
            bool fires = false;
            bool keepsAway = false;
            for (const Case& one : cases)
                (one.verdict == "after" ? fires : keepsAway) = true;
            QVERIFY2(fires, rule.c_str());
            QVERIFY2(keepsAway, rule.c_str());
        }
    }

    void golden_data() {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<int>("index");
        for (const std::string& rule : rewriteRuleNames()) {
            const auto cases = readCases(rule);
            for (std::size_t i = 0; i < cases.size(); ++i)
                QTest::newRow((rule + ": " + cases[i].name).c_str())
                    << text(rule) << static_cast<int>(i);
        }
    }

    void golden() {
        QFETCH(QString, rule);
        QFETCH(int, index);
        auto cases = readCases(rule.toStdString());
        Case& one = cases[static_cast<std::size_t>(index)];
        auto model = test::modelFromText(one.before);
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        const Status valid = ir::verify(*model);
        QVERIFY2(valid, valid ? "" : valid.error().text().c_str());

        const auto executor = test::localExecutor();
        if (!executor && rule == "constant_folding")
            QSKIP("no runtime is installed");
        RewriteContext context{.model = *model,
                               .executor = executor.get(),
                               .cancel = {},
                               .shapeBindings = one.bindings,
                               .refused = one.refused};
        const std::vector<std::string> rules = {rule.toStdString()};
        const auto matches = listMatches(context, rules);
        QVERIFY(matches);
        ir::Model rewritten = model->clone();
        const auto step = applyStep(rewritten, {rules.front(), {"*"}}, context,
                                    {.verify = VerifyMode::AfterEach});
        QVERIFY2(step, step ? "" : step.error().text().c_str());
        QVERIFY2(step->failed.empty(),
                 step->failed.empty() ? "" : step->failed.front().error.text().c_str());
        const auto after = ir::dumpText(rewritten);
        QVERIFY(after);
        if (one.verdict == "after") {
            QVERIFY(!step->sites.empty());
            checkProvenance(*model, rewritten);
            if (qEnvironmentVariableIsSet("METAINFER_UPDATE_GOLDEN")) {
                one.after = *after;
                writeCases(rules.front(), cases);
            }
            QCOMPARE(text(*after), text(one.after));
            compareResults(*model, rewritten, executor.get());
            return;
        }
        QVERIFY2(step->sites.empty(), after->c_str());
        QCOMPARE(text(*after), text(*ir::dumpText(*model)));
        if (one.verdict == "unchanged") {
            QVERIFY2(matches->empty(), matches->empty() ? "" : matches->front().declined.c_str());
            return;
        }
        const std::string reason = one.verdict.substr(std::string("declines ").size());
        std::string reasons;
        for (const OfferedMatch& match : *matches) {
            QVERIFY2(!match.applies(), match.site.c_str());
            reasons += match.declined + "\n";
        }
        QVERIFY2(reasons.find(reason) != std::string::npos, reasons.c_str());
    }

  private:
    /// Every node comes from somewhere, and no origin is invented.
    static void checkProvenance(const ir::Model& before, const ir::Model& after) {
        for (const ir::NodeId id : after.graph->order()) {
            const auto& origins = after.graph->node(id).origins;
            QVERIFY2(!origins.empty(), after.graph->node(id).opType.c_str());
            for (const ir::SourceId origin : origins)
                QVERIFY(origin.index < before.sources.size());
        }
    }

    static void compareResults(const ir::Model& before, const ir::Model& after,
                               Executor* executor) {
        if (!executor)
            return;
        const auto inputs = test::randomInputs(after, 5);
        if (!inputs)
            return;
        const auto expected = test::runModel(before, *executor, *inputs);
        QVERIFY2(expected, expected ? "" : expected.error().text().c_str());
        const auto found = test::runModel(after, *executor, *inputs);
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const std::string difference = test::firstDifference(*expected, *found, 1e-5);
        QVERIFY2(difference.empty(), difference.c_str());
    }
};

QTEST_GUILESS_MAIN(TestRewriteGolden)
#include "tst_rewrite_golden.moc"
