// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Import -> export -> import is the identity on every model that is at hand.
#include "base/file.h"
#include "ir/onnx_io.h"
#include "ir/verifier.h"
#include "support/paths.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::ir;
namespace fs = std::filesystem;

class TestIrRoundtrip : public QObject {
    Q_OBJECT

  private:
    static std::vector<fs::path> models() {
        std::vector<fs::path> found;
        std::vector<fs::path> roots{test::sourceDir() / "sample_models"};
        if (const auto data = test::onnxTestData())
            roots.push_back(fs::canonical(*data));
        if (const auto shared = test::sharedDir())
            roots.push_back(*shared / "models");
        for (const fs::path& root : roots)
            if (fs::is_directory(root))
                for (const auto& entry : fs::recursive_directory_iterator(root))
                    if (entry.path().extension() == ".onnx")
                        found.push_back(entry.path());
        std::sort(found.begin(), found.end());
        return found;
    }

    static std::string text(const Model& model) {
        const auto dump = dumpText(model);
        return dump ? *dump : "error: " + dump.error().text();
    }

    /// Empty when the model survives; else what went wrong.
    static std::string problemOf(const fs::path& path, const fs::path& copy) {
        const auto first = importOnnx(path);
        if (!first)
            return "import: " + first.error().text();
        if (const auto ok = verify(*first); !ok)
            return "verify: " + ok.error().text();
        if (const auto ok = exportOnnx(*first, copy); !ok)
            return "export: " + ok.error().text();
        const auto second = importOnnx(copy);
        if (!second)
            return "import again: " + second.error().text();
        if (text(*first) != text(*second))
            return "dumps differ:\n" + text(*first) + "\n" + text(*second);
        const Model third = first->clone();
        if (const auto ok = verify(third); !ok)
            return "verify clone: " + ok.error().text();
        if (text(third) != text(*first))
            return "the clone differs";
        return {};
    }

  private slots:
    void everyModelSurvives() {
        auto dir = TemporaryDirectory::create("mi-test");
        QVERIFY(dir);
        int bad = 0;
        const auto all = models();
        for (const fs::path& path : all) {
            const std::string problem = problemOf(path, dir->path() / "copy.onnx");
            if (problem.empty())
                continue;
            ++bad;
            qWarning("%s: %s", path.c_str(), problem.c_str());
        }
        qInfo("%zu models", all.size());
        QCOMPARE(bad, 0);
    }
};

QTEST_GUILESS_MAIN(TestIrRoundtrip)
#include "tst_ir_roundtrip.moc"
