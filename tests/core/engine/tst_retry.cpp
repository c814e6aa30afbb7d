// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A lost agent is asked for once more, and said; anything else is not.
#include "engine/adaptation/retry.h"

#include "measurement/measurement.h"

#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::engine;
using measurement::Measurement;

namespace {

Measurement failedBy(ErrorCode code) {
    return Measurement::failed("m", Error{code, "the agent ended", {}, {}});
}

} // namespace

class TestRetry : public QObject {
    Q_OBJECT

  private slots:
    void asksOnceMoreAfterALoss_data() {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("inside"); // the answer's own failure, or an error
        QTest::addColumn<int>("asked");
        for (const bool inside : {false, true}) {
            const char* where = inside ? "inside" : "error";
            QTest::addRow("lost, %s", where)
                << static_cast<int>(ErrorCode::DeviceLost) << inside << 2;
            QTest::addRow("crash, %s", where) << static_cast<int>(ErrorCode::Crash) << inside << 1;
            QTest::addRow("cancelled, %s", where)
                << static_cast<int>(ErrorCode::Cancelled) << inside << 1;
        }
    }
    void asksOnceMoreAfterALoss() {
        QFETCH(int, code);
        QFETCH(bool, inside);
        QFETCH(int, asked);
        for (const bool forGood : {true, false}) {
            int asks = 0;
            std::vector<Remark> remarks;
            const auto answer = withNewAgentOnce(
                [&](const Event& event) {
                    if (const auto* remark = std::get_if<Remark>(&event))
                        remarks.push_back(*remark);
                },
                "while testing",
                [&]() -> Result<Measurement> {
                    if (++asks > 1 && !forGood)
                        return Measurement{};
                    if (inside)
                        return failedBy(static_cast<ErrorCode>(code));
                    return fail(static_cast<ErrorCode>(code), "the agent ended");
                });
            QCOMPARE(asks, asked);
            const bool recovered = asked == 2 && !forGood;
            QCOMPARE(failureOf(answer) == nullptr, recovered);
            QCOMPARE(remarks.size(), asked == 2 ? 1u : 0u);
            if (asked == 2)
                QVERIFY(remarks[0].text.find("the agent ended; trying once more") !=
                        std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestRetry)
#include "tst_retry.moc"
