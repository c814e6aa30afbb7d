// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The direction of the data flow: a folder of core includes only folders before it; protobuf is
// seen in core/ir alone, Qt nowhere in core, ONNX Runtime only in the runner; the agent uses base
// and execution; widgets never see the engine.
#include "support/paths.h"

#include <QtTest/QTest>

#include <algorithm>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kOrder{"base",        "execution",  "ir",         "drawing",
                                      "hardware",    "features",   "candidates", "prediction",
                                      "measurement", "validation", "experience", "search",
                                      "cluster",     "session",    "report",     "engine"};

struct Include {
    fs::path file;
    int line = 0;
    std::string target;
    bool quoted = false;
};

std::vector<Include> includesBelow(const fs::path& folder) {
    static const std::regex kPattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto extension = entry.path().extension();
        if (extension != ".h" && extension != ".cpp" && extension != ".def")
            continue;
        std::ifstream in(entry.path());
        std::string text;
        for (int line = 1; std::getline(in, text); ++line) {
            std::smatch match;
            if (std::regex_search(text, match, kPattern))
                found.push_back({entry.path(), line, match[2], match[1] == "\""});
        }
    }
    return found;
}

std::ptrdiff_t rank(const std::string& folder) {
    const auto it = std::find(kOrder.begin(), kOrder.end(), folder);
    return it == kOrder.end() ? -1 : it - kOrder.begin();
}

std::string firstPart(const std::string& path) {
    return path.substr(0, path.find('/'));
}

bool startsWith(const std::string& text, const char* prefix) {
    return text.rfind(prefix, 0) == 0;
}

} // namespace

class TestIncludes : public QObject {
    Q_OBJECT

    void verifyFile(const Include& include, bool allowed, const char* why) {
        const QString place = QString("%1:%2 includes %3: %4")
                                  .arg(include.file.c_str())
                                  .arg(include.line)
                                  .arg(include.target.c_str(), why);
        QVERIFY2(allowed, qPrintable(place));
    }

  private slots:
    void everyFolderIsKnown() {
        for (const auto& entry : fs::directory_iterator(metainfer::test::sourceDir() / "core"))
            if (entry.is_directory())
                QVERIFY2(rank(entry.path().filename()) >= 0, entry.path().c_str());
    }

    void coreFollowsTheDataFlow() {
        std::size_t checked = 0;
        for (const std::string& folder : kOrder) {
            const fs::path path = metainfer::test::sourceDir() / "core" / folder;
            if (!fs::is_directory(path))
                continue;
            for (const Include& include : includesBelow(path)) {
                const auto target = rank(firstPart(include.target));
                if (include.quoted && target >= 0) {
                    verifyFile(include, target <= rank(folder),
                               "a folder may use only those before it");
                    ++checked;
                }
                verifyFile(include, !startsWith(include.target, "Q"), "core has no Qt");
                verifyFile(include,
                           folder == "ir" || (!startsWith(include.target, "onnx/") &&
                                              !startsWith(include.target, "google/protobuf")),
                           "protobuf is seen in core/ir alone");
                verifyFile(include, !startsWith(include.target, "onnxruntime"),
                           "only the runner sees ONNX Runtime");
            }
        }
        QVERIFY(checked > 50);
    }

    void agentUsesBaseAndExecutionOnly() {
        for (const Include& include :
             includesBelow(metainfer::test::sourceDir() / "app" / "agent")) {
            const auto target = rank(firstPart(include.target));
            if (include.quoted && target >= 0)
                verifyFile(include, target <= rank("execution"),
                           "the agent links base and execution only");
        }
    }

    void widgetsKnowNoEngine() {
        std::size_t checked = 0;
        for (const Include& include : includesBelow(metainfer::test::sourceDir() / "widgets")) {
            verifyFile(include, !startsWith(include.target, "engine/"),
                       "widgets know value types only");
            verifyFile(include, include.target != "QtWidgets",
                       "the header of all widgets makes compiling slow");
            ++checked;
        }
        QVERIFY(checked > 50);
    }

    /// What a front end asks of the engine stands in its interfaces, so that the CLI can do what
    /// the window can and a test can stand in for the engine.
    void frontEndsSeeTheInterfacesOnly() {
        const std::vector<std::string> interfaces{
            "engine/commands.h", "engine/events.h", "engine/prompts.h",        "engine/queries.h",
            "engine/requests.h", "engine/engine.h", "engine/device_requests.h"};
        std::size_t checked = 0;
        for (const char* folder : {"cli", "workbench"})
            for (const Include& include :
                 includesBelow(metainfer::test::sourceDir() / "app" / folder))
                if (startsWith(include.target, "engine/")) {
                    verifyFile(include,
                               std::find(interfaces.begin(), interfaces.end(), include.target) !=
                                   interfaces.end(),
                               "front ends know the engine's interfaces only");
                    ++checked;
                }
        QVERIFY(checked > 5);
    }

    void sourcesHaveHeads() {
        for (const char* top : {"core", "app", "tests", "widgets"})
            for (const auto& entry :
                 fs::recursive_directory_iterator(metainfer::test::sourceDir() / top)) {
                if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp")
                    continue;
                std::ifstream in(entry.path());
                std::string first, second;
                std::getline(in, first);
                std::getline(in, second);
                QVERIFY2(first.find("SPDX-FileCopyrightText") != std::string::npos &&
                             second.find("SPDX-License-Identifier: Apache-2.0") !=
                                 std::string::npos,
                         entry.path().c_str());
            }
    }
};

QTEST_GUILESS_MAIN(TestIncludes)
#include "tst_includes.moc"
