// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Signatures and JSON of session options.
#include "execution/session_options.h"

#include <QtTest>

using namespace metainfer;

class TestSessionOptions : public QObject {
    Q_OBJECT

  private slots:
    void defaultSignature() {
        QCOMPARE(SessionOptions{}.signature(),
                 "arena=on;exec=sequential;layout=nchwc;opt=all;runtime=onnxruntime;spin=on;"
                 "threads=0");
    }

    void formatsExampleIsRead() {
        const auto options = SessionOptions::fromSignature(
            "runtime=onnxruntime@1.30.0;threads=2;opt=all;layout=nchwc;arena=on;exec=sequential;"
            "spin=on");
        QVERIFY(options.has_value());
        SessionOptions expected;
        expected.runtimeVersion = "1.30.0";
        expected.threads = 2;
        QVERIFY(*options == expected);
    }

    void everyKeySurvives() {
        SessionOptions options;
        options.runtimeVersion = "1.29.0";
        options.threads = 3;
        options.interThreads = 2;
        options.optimization = OptimizationLevel::Extended;
        options.execution = ExecutionMode::Parallel;
        options.spinning = options.arena = options.memoryPattern = options.prepacking = false;
        options.denormalAsZero = true;
        options.disabledOptimizers = {"NchwcTransformer", "ConvAddFusion", "GeluFusion"};
        options.providers = {"xnnpack", "cpu"};
        options.config = {{"session.x", "a;b=c,d%"}, {"y", ""}};
        options.freeDimensions = {{"batch size", 4}};
        const auto again = SessionOptions::fromSignature(options.signature());
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QCOMPARE(again->signature(), options.signature());
        QCOMPARE(again->config, options.config);
        QCOMPARE(again->freeDimensions, options.freeDimensions);
        const auto fromJson = SessionOptions::fromJson(options.toJson());
        QVERIFY(fromJson && *fromJson == options);
    }

    void orderOfPassesHasNoMeaning() {
        SessionOptions a, b;
        a.disabledOptimizers = {"B", "A", "A"};
        b.disabledOptimizers = {"A", "B"};
        QCOMPARE(a.signature(), b.signature());
    }

    void errorsNameKeyAndLegalValues_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("legal");
        QTest::newRow("level") << "opt=fast"
                               << "`opt`"
                               << "none, basic, extended, layout, all";
        QTest::newRow("switch") << "arena=yes"
                                << "`arena`"
                                << "on, off";
        QTest::newRow("threads") << "threads=two"
                                 << "`threads`"
                                 << "0 to 4096";
        QTest::newRow("negative") << "threads=-1"
                                  << "`threads`"
                                  << "0 to 4096";
        QTest::newRow("layout") << "layout=nhwc"
                                << "`layout`"
                                << "nchwc, nchw";
        QTest::newRow("unknown") << "thread=2"
                                 << "`thread`"
                                 << "threads";
        QTest::newRow("no value") << "threads"
                                  << "`threads`"
                                  << "key=value";
        QTest::newRow("dimension") << "dim.N=x"
                                   << "`dim.N`"
                                   << "0 to";
    }
    void errorsNameKeyAndLegalValues() {
        QFETCH(QString, text);
        QFETCH(QString, key);
        QFETCH(QString, legal);
        const auto options = SessionOptions::fromSignature(text.toStdString());
        QVERIFY(!options);
        QCOMPARE(options.error().code, ErrorCode::InvalidArgument);
        const QString message = QString::fromStdString(options.error().text());
        QVERIFY2(message.contains(key) && message.contains(legal), qPrintable(message));
    }

    void wrongJsonTypeNamesTheField() {
        const auto options = SessionOptions::fromJson(Json{{"threads", "two"}});
        QVERIFY(!options);
        QVERIFY(options.error().message.find("`threads`") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestSessionOptions)
#include "tst_session_options.moc"
