// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Foreign text never breaks a document.
#include "base/xml_text.h"

#include <QtTest/QTest>

using namespace metainfer;

class XmlTextTest : public QObject {
    Q_OBJECT

  private slots:
    void textIsEscaped_data();
    void textIsEscaped();
};

void XmlTextTest::textIsEscaped_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("escaped");
    QTest::newRow("plain") << QByteArray("conv1/out") << QByteArray("conv1/out");
    QTest::newRow("special") << QByteArray("<a & \"b\" 'c'>")
                             << QByteArray("&lt;a &amp; &quot;b&quot; &#39;c&#39;&gt;");
    QTest::newRow("other scripts") << QByteArray("卷积 🚀") << QByteArray("卷积 🚀");
    QTest::newRow("forbidden") << QByteArray("a\x01\tb\x7f") << QByteArray("a\tb");
    QTest::newRow("stray byte") << QByteArray("a\xff b") << QByteArray("a\xef\xbf\xbd b");
    QTest::newRow("cut off") << QByteArray("a\xe5\x8d") << QByteArray("a\xef\xbf\xbd\xef\xbf\xbd");
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80")
                               << QByteArray("\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

void XmlTextTest::textIsEscaped() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, escaped);
    QCOMPARE(QByteArray::fromStdString(xmlEscaped(text.toStdString())), escaped);
}

QTEST_GUILESS_MAIN(XmlTextTest)
#include "tst_xml_text.moc"
