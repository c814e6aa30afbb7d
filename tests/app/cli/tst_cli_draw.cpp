// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer draw: pictures and pages of sample models, colours, groups, and what cannot be drawn.
#include "app/cli/cli_runner.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace metainfer;
using namespace metainfer::test;

namespace {

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool isWellFormed(const QByteArray& text) {
    QXmlStreamReader reader(text);
    while (!reader.atEnd())
        reader.readNext();
    return !text.isEmpty() && !reader.hasError();
}

} // namespace

class CliDrawTest : public QObject {
    Q_OBJECT

  private slots:
    void picturesAreWellFormed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("plain") << QStringList{"-o", "out.svg"};
        for (const char* color : {"bytes", "flops", "intensity", "precision", "family"})
            QTest::newRow(color) << QStringList{"-o",  "out.svg", "--color",
                                                color, "--theme", "dark"};
        QTest::newRow("predicted")
            << QStringList{"-o", "out.svg", "--color", "time", "--hardware", "accelerator-x-edge"};
        QTest::newRow("support") << QStringList{"-o",      "out.svg",    "--overlay",
                                                "support", "--hardware", "accelerator-x"};
        QTest::newRow("closed") << QStringList{"-o", "out.svg", "--depth", "0"};
        QTest::newRow("page") << QStringList{"-o", "out.html", "--color", "bytes"};
        QTest::newRow("group") << QStringList{"-o", "out.svg", "--group", "blocks", "--all"};
    }

    void picturesAreWellFormed() {
        QFETCH(QStringList, arguments);
        const CliRunner cli;
        const auto result = cli.run(QStringList{"draw", "mobilenet-v2-style"} + arguments);
        CLI_EXITS(result, 0);
        QVERIFY(result.says("operators"));
        QVERIFY(isWellFormed(contentOf(cli.path(arguments[1]))));
    }

    void jsonSaysWhatWasDrawn() {
        const CliRunner cli;
        const auto result = cli.run({"draw", "dynamic-gru", "-o", "g.svg", "--json"});
        CLI_EXITS(result, 0);
        const Json json = result.json();
        QCOMPARE(json["schema"].get<std::string>(), std::string("drawing/1"));
        QVERIFY(json["operators"].get<int>() > 5);
        QVERIFY(json["boxes"].get<int>() > 5);
        QCOMPARE(json["bytes"].get<qint64>(), qint64{contentOf(cli.path("g.svg")).size()});
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("no file") << QStringList{} << "--out";
        QTest::newRow("other kind") << QStringList{"-o", "x.png"} << ".svg";
        QTest::newRow("no target") << QStringList{"-o", "x.svg", "--color", "time"} << "--hardware";
        QTest::newRow("no colour") << QStringList{"-o", "x.svg", "--color", "heat"} << "--color";
        QTest::newRow("no group") << QStringList{"-o", "x.svg", "--group", "nowhere"} << "nowhere";
        QTest::newRow("no group in page")
            << QStringList{"-o", "x.html", "--group", "nowhere"} << "nowhere";
        QTest::newRow("no operators")
            << QStringList{"-o", "x.svg", "--color", "time", "--operators", "absent.json"}
            << "absent.json";
    }

    void mistakesAreNamed() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const CliRunner cli;
        const auto result = cli.run(QStringList{"draw", "dynamic-gru"} + arguments);
        CLI_EXITS(result, 2);
        QVERIFY2(result.says(qPrintable(says)), result.err.constData());
        QVERIFY(!QFile::exists(cli.path("x.svg")) && !QFile::exists(cli.path("x.html")));
    }

    void measuredTimesColourTheOperators() {
        const CliRunner cli;
        // As `measure --profile --json` writes it; the names are the model's.
        cli.write("times.json", R"({"operators":{"schema":"metainfer.operator-profile/1",
            "source":"measured","runs":3,"operators":[
            {"node":"/letters/Gather","op_type":"Gather","us":12.5,"calls":1},
            {"node":"made_by_the_runtime","op_type":"X","us":1,"calls":1}]}})");
        const auto result = cli.run(
            {"draw", "dynamic-gru", "-o", "t.svg", "--color", "time", "--operators", "times.json"});
        CLI_EXITS(result, 0);
        QVERIFY(result.says("1 operator"));
        const QByteArray svg = contentOf(cli.path("t.svg"));
        QVERIFY(svg.contains("Time (measured)"));
        QVERIFY(svg.contains("12.5 µs"));
    }
};

QTEST_GUILESS_MAIN(CliDrawTest)
#include "tst_cli_draw.moc"
