// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The standalone page's script: groups open in place, nothing overlaps, lines stay at their boxes,
// what was pointed at stays where it is, a search opens what hides its match, keys and pointer. It
// runs under node with a stand-in for the document, and in a browser where one is installed.
#include "base/file.h"
#include "base/json.h"
#include "drawing/writers.h"
#include "drawing_samples.h"

#include <QtCore/QProcess>
#include <QtCore/QRegularExpression>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>
#include <QtTest/QTest>

#include <cmath>

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
  // Ends of lines that do not lie at the upper or lower border of a box that they belong to.
  const loose = () => {
    let n = 0;
    for (const i of owner.values())
      for (const path of i.paths) {
        const p = path.e.getAttribute('d').match(/-?[\d.]+/g).map(Number), first = [p[0], p[1]];
        n += !path.ends.some(b => {
          const r = i.boxes.get(b);
          return Math.abs(r.cy + r.nh / 2 - first[1]) < 0.2 &&
                 Math.abs(r.cx - first[0]) <= r.nw / 2 + 0.1;
        });
      }
    return n;
  };
  const seen = {before: closed().length, opened: 0, overlaps: 0, moved: 0, loose: loose()};
  const twice = e => e.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}));
  while (closed().length && seen.opened < 30) {
    const box = closed()[0], from = rectOf(box);
    twice(box);
    const to = rectOf(scene.querySelector('.frame.sel'));
    seen.moved = Math.max(seen.moved, Math.abs(to.top - from.top));
    seen.overlaps += overlaps();
    seen.loose += loose();
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
  // Keys: Escape leaves the group around the match, Enter opens it again, + enlarges, 0 fits.
  const key = name => view.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
  key('Escape');
  seen.left = scene.querySelectorAll('.frame').length;
  key('Enter');
  seen.entered = scene.querySelectorAll('.frame').length;
  const before = {...box};
  key('+');
  seen.enlarged = box.k / before.k;
  key('ArrowDown');
  seen.panned = box.y;
  key('0');
  key('ArrowDown');
  seen.panned = box.y;
  key('ArrowUp');
  seen.panned = box.y - seen.panned;
  // The pointer: what is under it stays under it while zooming, a click selects, a drag does not.
  const wheel = new WheelEvent('wheel', {deltaY: -200, clientX: 400, clientY: 300, bubbles: true,
                                         cancelable: true});
  const r = view.getBoundingClientRect(), at = () => [(400 - r.left - box.x) / box.k,
                                                      (300 - r.top - box.y) / box.k];
  const under = at(), scale = box.k;
  view.dispatchEvent(wheel);
  seen.wheel = box.k / scale;
  seen.slipped = Math.hypot(at()[0] - under[0], at()[1] - under[1]);
  const leaf = [...scene.querySelectorAll('g[data-i]')].find(e => shown(e) && !e.dataset.g);
  const point = (type, x) => leaf.dispatchEvent(new PointerEvent(type, {clientX: x, clientY: 9, bubbles: true}));
  select(null);
  point('pointerdown', 5); point('pointermove', 60); point('pointerup', 60);
  seen.dragged = selected === null;
  point('pointerdown', 5); point('pointerup', 5);
  seen.clicked = selected !== null && !$('side').hidden && $('side').textContent.length > 0;
  seen.lit = scene.querySelectorAll('.e.on').length;
  $('find').value = 'no such thing';
  find();
  seen.none = $('count').textContent;
  document.body.setAttribute('data-seen', JSON.stringify(seen));
});
</script>)js";

} // namespace

class TestDrawingPage : public QObject {
    Q_OBJECT

  private slots:
    void groupsOpenInPlace() {
        // It comes with npm, by which packaging/setup fetches the runtime.
        const QString node = found({"node", "nodejs"});
        QVERIFY2(!node.isEmpty(), "node is missing; install it (packaging/setup does)");
        const QTemporaryDir folder;
        QProcess process;
        process.start(
            node, {METAINFER_SOURCE_DIR "/tests/core/drawing/page_stand_in.js", writePage(folder)});
        QVERIFY2(process.waitForFinished(60000), qPrintable(process.errorString()));
        const QByteArray seen = process.readAllStandardOutput();
        QVERIFY2(!seen.isEmpty(), qPrintable(process.readAllStandardError().right(2000)));
        judge(Json::parse(seen.toStdString()));
    }

    void groupsOpenInABrowser() {
        const QString browser = found({"chromium", "chromium-browser", "google-chrome"});
        if (browser.isEmpty())
            QSKIP("no Chromium is installed; the same ran under node");
        const QTemporaryDir folder;
        QProcess process;
        process.start(browser,
                      {"--headless", "--no-sandbox", "--disable-gpu",
                       "--user-data-dir=" + folder.filePath("browser"), "--window-size=1200,900",
                       "--dump-dom", "file://" + writePage(folder)});
        if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
            QSKIP("the browser does not run here; the same ran under node");
        const QString dom = QString::fromUtf8(process.readAllStandardOutput());
        const auto match = QRegularExpression("data-seen=\"([^\"]*)\"").match(dom);
        QVERIFY2(match.hasMatch(), qPrintable(process.readAllStandardError().right(2000)));
        QString json = match.captured(1);
        judge(Json::parse(json.replace("&quot;", "\"").toStdString()));
    }

  private:
    static QString found(std::initializer_list<const char*> names) {
        for (const char* name : names)
            if (const QString path = QStandardPaths::findExecutable(name); !path.isEmpty())
                return path;
        return {};
    }

    static QString writePage(const QTemporaryDir& folder) {
        HtmlOptions options;
        options.maxBoxes = 12;
        std::string text = *htmlDocument(diagramOf(blocksModel(3, true)), options);
        text.insert(text.find("</body>"), kDriver);
        const QString file = folder.filePath("page.html");
        return writeFileAtomically(file.toStdString(), text) ? file : QString();
    }

    static void judge(const Json& seen) {
        const auto number = [&](const char* name) { return seen[name].get<double>(); };
        QVERIFY(number("before") > 0);
        QVERIFY(number("opened") > 0);
        QCOMPARE(number("frames"), number("opened"));
        QCOMPARE(number("overlaps"), 0.0);
        QCOMPARE(number("loose"), 0.0);
        QVERIFY(number("moved") < 1.5);
        QCOMPARE(number("after"), number("before"));
        QCOMPARE(number("hits"), 1.0);
        QVERIFY(number("searched") > 0);
        QVERIFY(seen["selected"].get<bool>());
        QCOMPARE(number("left"), number("searched") - 1);
        QCOMPARE(number("entered"), number("searched"));
        QVERIFY(std::abs(number("enlarged") - 1.25) < 0.001);
        QCOMPARE(number("panned"), 60.0);
        QVERIFY(number("wheel") > 1.1);
        QVERIFY(number("slipped") < 0.01);
        QVERIFY(seen["dragged"].get<bool>());
        QVERIFY(seen["clicked"].get<bool>());
        QVERIFY(number("lit") > 0);
        QCOMPARE(QString::fromStdString(seen["none"].get<std::string>()), QString("not found"));
    }
};

QTEST_GUILESS_MAIN(TestDrawingPage)
#include "tst_drawing_page.moc"
