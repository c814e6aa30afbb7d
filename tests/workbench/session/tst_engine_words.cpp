// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What core writes in English is said in Chinese: texts put together as they come out of it, and
// every sentence that stands in its sources is in a phrase book.
#include "session/engine_words.h"
#include "support/paths.h"
#include "workbench/desk.h"
#include "workbench/session/window_texts.h"

#include <QDirIterator>
#include <QTest>
#include <QXmlStreamReader>

using namespace metainfer;
using widgets::EngineWords;

namespace {

QDir root() {
    return QDir(QString::fromStdString(test::sourceDir().string()));
}

/// Every English text that has a translation.
QStringList catalogue() {
    QStringList sources;
    QDirIterator files(root().filePath("resources/translations"), {"*_zh_CN.ts"});
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly))
            return {};
        QXmlStreamReader xml(&file);
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"source")
                sources << xml.readElementText();
    }
    return sources;
}

struct Literal {
    QString text;
    int line = 0;
};

/// Line comments go, what looks like one inside of a literal stays.
QString withoutComments(const QString& source) {
    QString code;
    bool inLiteral = false;
    for (qsizetype i = 0; i < source.size(); ++i) {
        const QChar at = source[i], next = i + 1 < source.size() ? source[i + 1] : QChar();
        if (!inLiteral && at == '/' && next == '/') {
            while (i < source.size() && source[i] != '\n')
                ++i;
            code += '\n';
            continue;
        }
        if (at == '\'' && !inLiteral && next == '"') { // '"'
            code += "' '";
            i += 2;
            continue;
        }
        if (inLiteral && at == '\\') {
            code += QString(at) + next;
            ++i;
            continue;
        }
        if (at == '"' || at == '\n')
            inLiteral = at == '"' && !inLiteral;
        code += at;
    }
    return code;
}

/// String literals of a source, those beside each other as one; no comments, no raw ones.
QList<Literal> literalsOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QString source = withoutComments(QString::fromUtf8(file.readAll()));
    static const QRegularExpression raw("R\"\\w*\\(.*?\\)\\w*\"",
                                        QRegularExpression::DotMatchesEverythingOption),
        include("^#include[^\n]*$", QRegularExpression::MultilineOption),
        literals("\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\"(?:[^\"\\\\\n]|\\\\.)*\")*"),
        one("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    source.replace(include, "").replace(raw, "0");
    QList<Literal> found;
    for (auto it = literals.globalMatch(source); it.hasNext();) {
        const auto match = it.next();
        QString text;
        for (auto part = one.globalMatch(match.captured()); part.hasNext();)
            text += part.next().captured(1);
        text.replace("\\\"", "\"").replace("\\n", "\n").replace("\\\\", "\\");
        found << Literal{text, int(source.left(match.capturedStart()).count('\n')) + 1};
    }
    return found;
}

/// Not said to people: SQL, pages and pictures (the report is translated as it stands on the page),
/// programs that are written out, the checker of the program's own mistakes.
bool isForPeople(const QString& file, const QString& text) {
    static const QRegularExpression code(
        // A runtime's own words, keys of /proc/cpuinfo, names of random streams.
        "is till opset|max supported IR|^model name$|^cpu family$|^kernel stage$|^paired accuracy$|"
        "\\b(SELECT|INSERT|DELETE|UPDATE|CREATE|PRAGMA|ORDER BY|count\\()\\b|[<>]\\w|=\\\"|"
        "^(import|options|session|print|#) ?|options\\.");
    static const QStringList others = {"/drawing/",
                                       "/report/html",
                                       "/report/svg",
                                       "/report/comparison_report.cpp",
                                       "/ir/verifier.cpp",
                                       "/ir/dump_text.cpp",
                                       "/base/logging.cpp",
                                       "/ir/onnx_check.cpp",
                                       "/ssh/remote_scripts.h"};
    for (const QString& other : others)
        if (file.contains(other))
            return false;
    return !code.match(text).hasMatch();
}

} // namespace

class EngineWordsTest : public QObject {
    Q_OBJECT

  private slots:
    void init() { m_desk.languages.apply("zh_CN"); }
    void cleanupTestCase() { m_desk.languages.apply("en"); }
    void textsAreSaid_data();
    void textsAreSaid();
    void unknownOnesStay();
    void englishIsLeftAlone();
    void errorsKeepTheirParts();
    void everySentenceOfCoreIsKnown();

  private:
    test::Desk m_desk;
};

void EngineWordsTest::textsAreSaid_data() {
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    const auto row = [](const char* english, const char* chinese) {
        QTest::newRow(english) << QString::fromUtf8(english) << QString::fromUtf8(chinese);
    };
    row("cancelled", "已取消");
    row("its measurement is INVALID", "其测量结果无效（INVALID）");
    // Several in one, each known.
    row("drifts by 7.1 %; other load on 0.52 cores", "漂移 7.1 %；其他负载占用 0.52 个核");
    // A name before, sentences behind.
    row("data/x.npz: it holds no samples. At least one sample is needed.",
        "data/x.npz：其中没有样本。至少需要一个样本。");
    row("/m/net.onnx is not an ONNX model: it is empty. Give a file that an ONNX exporter wrote.",
        "/m/net.onnx 不是 ONNX 模型：它为空。请给出由 ONNX 导出器写入的文件。");
    // Where it failed.
    row("the runner died of signal 11 (while measuring c7). Use a smaller batch or smaller inputs.",
        "运行进程因信号 11 终止（测量 c7 时）。请使用更小的批大小或更小的输入。");
    // A text within a text.
    row("npu cannot run it: the device does not support Einsum (x)",
        "npu 无法运行它：设备不支持 Einsum（x）");
    row("c7: the runner crashed; trying once more", "c7：运行进程崩溃；再试一次");
    // With a remedy in small letters.
    row("d.yaml:4: batch_size is 0; it must be a whole number of at least 1",
        "d.yaml:4: batch_size 为 0；必须为不小于 1 的整数");
    row("compute.cores is -4; it must be at least 1 and at most 10000000",
        "compute.cores 为 -4；必须为1 至 10000000");
}

void EngineWordsTest::textsAreSaid() {
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    QCOMPARE(EngineWords::text(english), chinese);
}

void EngineWordsTest::unknownOnesStay() {
    for (const char* text :
         {"", "c7", "a text that no version ever wrote", "1.5: no; such. Thing."})
        QCOMPARE(EngineWords::text(QString(text)), QString(text));
}

void EngineWordsTest::englishIsLeftAlone() {
    m_desk.languages.apply("en");
    for (const char* text : {"cancelled", "drifts by 7 %; other load on 0.5 cores",
                             "x: it holds no samples. At least one sample is needed."})
        QCOMPARE(EngineWords::text(QString(text)), QString(text));
    const Error error{ErrorCode::Crash, "the runner crashed", "Run `metainfer doctor`.", {"in c7"}};
    QCOMPARE(EngineWords::error(error), QString::fromStdString(error.text()));
}

void EngineWordsTest::errorsKeepTheirParts() {
    const Error error{ErrorCode::Crash,
                      "the runner crashed",
                      "Run `metainfer doctor`.",
                      {"while measuring c7", "while comparing candidates"}};
    QCOMPARE(
        EngineWords::error(error),
        QString::fromUtf8("运行进程崩溃（测量 c7 时；比较候选时）。请运行 `metainfer doctor`。"));
}

void EngineWordsTest::everySentenceOfCoreIsKnown() {
    const QStringList known = catalogue();
    QVERIFY(known.size() > 1000);
    static const QRegularExpression place(R"(\{[^{} ]*\}|\n)");
    QStringList unknown;
    int checked = 0;
    QDirIterator files(root().filePath("core"), {"*.cpp", "*.h"}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        for (const Literal& literal : literalsOf(path)) {
            if (!isForPeople(path, literal.text))
                continue;
            QString text = literal.text;
            text.replace("{{", "\x01").replace("}}", "\x02");
            for (QString part : text.split(place)) {
                part = part.replace("\x01", "{").replace("\x02", "}").trimmed();
                if (test::WindowTexts::sentenceIn(part, {}).isEmpty())
                    continue;
                ++checked;
                static const QRegularExpression edge(
                    "^[\\s,;:.()\\[\\]\"'%]+|[\\s,;:.()\\[\\]\"'%]+$");
                const QString bare = QString(part).remove(edge);
                const bool found = EngineWords::phrase(bare) ||
                                   std::any_of(known.begin(), known.end(), [&](const QString& one) {
                                       return one.contains(bare);
                                   });
                if (!found)
                    unknown << QString("%1:%2: %3")
                                   .arg(root().relativeFilePath(path))
                                   .arg(literal.line)
                                   .arg(bare);
            }
        }
    }
    QVERIFY(checked > 500);
    QVERIFY2(unknown.isEmpty(),
             qPrintable(QString("%1 texts:\n").arg(unknown.size()) + unknown.join('\n')));
}

QTEST_MAIN(EngineWordsTest)
#include "tst_engine_words.moc"
