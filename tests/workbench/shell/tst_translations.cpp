// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every text of the window has a finished Chinese translation with the same places to fill in.
#include "support/paths.h"

#include <QDir>
#include <QLibraryInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

namespace {

struct Message {
    QString context, source, translation;
    bool unfinished = false;
};

QList<Message> messagesOf(const QString& path, QString* error) {
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly)) {
        *error = path + " cannot be read";
        return messages;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"name")
            context = xml.readElementText();
        else if (xml.name() == u"message")
            messages.append({context, {}, {}, true});
        else if (xml.name() == u"source" && !messages.isEmpty())
            messages.last().source = xml.readElementText();
        else if (xml.name() == u"translation" && !messages.isEmpty()) {
            messages.last().unfinished = xml.attributes().hasAttribute("type");
            messages.last().translation =
                xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
        }
    }
    *error = xml.hasError() ? xml.errorString() : QString();
    return messages;
}

QSet<QString> placesIn(const QString& text) {
    static const QRegularExpression pattern("%L?(\\d+|n)");
    QSet<QString> places;
    for (auto it = pattern.globalMatch(text); it.hasNext();)
        places << it.next().captured(1);
    return places;
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

    const QDir m_root{QString::fromStdString(metainfer::test::sourceDir().string())};

    void verify(const QString& file) {
        QString error;
        const QList<Message> messages = messagesOf(file, &error);
        QVERIFY2(error.isEmpty(), qPrintable(file + ": " + error));
        for (const Message& message : messages) {
            const QString where = message.context + ": " + message.source;
            QVERIFY2(!message.unfinished && !message.translation.isEmpty(), qPrintable(where));
            QVERIFY2(placesIn(message.source) == placesIn(message.translation), qPrintable(where));
        }
    }

  private slots:
    void everyEntryIsFinished() {
        const QDir folder(m_root.filePath("resources/translations"));
        const QStringList files = folder.entryList({"*_zh_CN.ts"});
        QVERIFY(files.size() >= 5);
        for (const QString& file : files)
            verify(folder.filePath(file));
    }

    /// The tool that gathers texts finds none that is not translated.
    void noTextIsMissing() {
        const QString tool = QStandardPaths::findExecutable(
            "lupdate", {QLibraryInfo::path(QLibraryInfo::BinariesPath), "/usr/lib/qt6/bin"});
        if (tool.isEmpty())
            QSKIP("lupdate (qt6-l10n-tools) is not installed");
        const QTemporaryDir scratch;
        const QDir folder(m_root.filePath("resources/translations"));
        for (const QString& file : folder.entryList({"*_zh_CN.ts"})) {
            const QString area = file.section('_', 0, 0);
            const QString copy = scratch.filePath(file);
            QVERIFY(QFile::copy(folder.filePath(file), copy));
            // Without the headers it takes classes for unknown and their texts for global ones.
            QStringList arguments{"-silent",    "-no-obsolete",
                                  "-locations", "none",
                                  "-I",         m_root.filePath("app/workbench"),
                                  "-I",         m_root.filePath("widgets")};
            for (const QString& sources : {"widgets/" + area, "app/workbench/" + area})
                if (m_root.exists(sources))
                    arguments << m_root.filePath(sources);
            if (area == "candidates")
                arguments << m_root.filePath("widgets/plot");
            arguments << "-target-language"
                      << "zh_CN"
                      << "-ts" << copy;
            QCOMPARE(QProcess::execute(tool, arguments), 0);
            verify(copy);
            if (QTest::currentTestFailed())
                return;
        }
    }
};

QTEST_GUILESS_MAIN(TranslationsTest)
#include "tst_translations.moc"
