// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The standalone page in a browser, where one is installed: groups open in place, nothing overlaps,
// what was pointed at stays where it is, a search opens what hides its match.
#include "base/file.h"
#include "base/json.h"
#include "drawing/writers.h"
#include "drawing_samples.h"

#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

using namespace metainfer;
using namespace metainfer::drawing;
using namespace metainfer::test;

namespace {

/// Opens everything that can be opened by double clicks and tells what it saw in an attribute.
constexpr const char* kDriver = R"js(<script>
addEventListener('load', () => {
  const shown = e => e.getAttribute('display') !== 'none';
  const closed = () => [...scene.querySelectorAll('g[data-p]')].filter(shown);
  const rectOf = e => [...e.querySelectorAll('rect.b,rect.fr')].pop().getBoundingClientRect();
  const overlaps = () => {
    let n = 0;
    for (const g of owner.keys()) {
      const r = [...g.children].filter(e => e.matches('g[data-b],g.frame') && shown(e)).map(rectOf);
      for (let i = 0; i < r.length; ++i)
        for (let j = i + 1; j < r.length; ++j)
          n += r[i].left < r[j].right - 1 && r[j].left < r[i].right - 1 &&
               r[i].top < r[j].bottom - 1 && r[j].top < r[i].bottom - 1;
    }
    return n;
  };
  const seen = {before: closed().length, opened: 0, overlaps: 0, moved: 0};
  const twice = e => e.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}));
  while (closed().length && seen.opened < 30) {
    const box = closed()[0], from = rectOf(box);
    twice(box);
    const to = rectOf(scene.querySelector('.frame.sel'));
    seen.moved = Math.max(seen.moved, Math.abs(to.top - from.top));
    seen.overlaps += overlaps();
    ++seen.opened;
  }
  seen.frames = scene.querySelectorAll('.frame').length;
  for (let f = 1; f; f = scene.querySelector('.frame')) if (f !== 1) twice(f);
  seen.after = closed().length;
  $('find').value = 'softmax';
  find();
  step(1);
  seen.hits = hits.length;
  $('find').value = 'layers.1/fc1';
  find();
  step(1);
  seen.searched = scene.querySelectorAll('.frame').length;
  seen.selected = $('side').textContent.includes('MatMul');
  document.body.setAttribute('data-seen', JSON.stringify(seen));
});
</script>)js";

} // namespace

class TestDrawingPage : public QObject {
    Q_OBJECT

  private slots:
    void groupsOpenInPlace() {
        QString browser;
        for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
            if (browser.isEmpty())
                browser = QStandardPaths::findExecutable(name);
        if (browser.isEmpty())
            QSKIP("no Chromium is installed");
        const QTemporaryDir folder;
        HtmlOptions options;
        options.maxBoxes = 12;
        const auto page = htmlDocument(diagramOf(blocksModel(3, true)), options);
        QVERIFY(page.has_value());
        std::string text = *page;
        text.insert(text.find("</body>"), kDriver);
        const QString file = folder.filePath("page.html");
        QVERIFY(writeFileAtomically(file.toStdString(), text));
        QProcess process;
        process.start(browser, {"--headless", "--no-sandbox", "--disable-gpu",
                                "--user-data-dir=" + folder.filePath("browser"),
                                "--window-size=1200,900", "--dump-dom", "file://" + file});
        if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
            QSKIP("the browser does not run here");
        const QString dom = QString::fromUtf8(process.readAllStandardOutput());
        const auto match = QRegularExpression("data-seen=\"([^\"]*)\"").match(dom);
        QVERIFY2(match.hasMatch(), qPrintable(process.readAllStandardError().right(2000)));
        QString json = match.captured(1);
        const Json seen = Json::parse(json.replace("&quot;", "\"").toStdString());
        QVERIFY(seen["before"].get<int>() > 0);
        QVERIFY(seen["opened"].get<int>() > 0);
        QCOMPARE(seen["frames"].get<int>(), seen["opened"].get<int>());
        QCOMPARE(seen["overlaps"].get<int>(), 0);
        QVERIFY(seen["moved"].get<double>() < 1.5);
        QCOMPARE(seen["after"].get<int>(), seen["before"].get<int>());
        QCOMPARE(seen["hits"].get<int>(), 1);
        QVERIFY(seen["searched"].get<int>() > 0);
        QVERIFY(seen["selected"].get<bool>());
    }
};

QTEST_GUILESS_MAIN(TestDrawingPage)
#include "tst_drawing_page.moc"
