// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Every place as a PNG file.
#include "shell/screenshots.h"

#include "shell/main_window.h"
#include "shell/place.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QPixmap>

#include <cstdio>

namespace metainfer::workbench {
namespace {

/// Takes one place after the other; each look is one turn of the event loop, so that loading goes
/// on.
class Photographer : public QObject {
  public:
    Photographer(MainWindow& window, QString folder, int seconds)
        : QObject(&window)
        , m_window(window)
        , m_folder(std::move(folder))
        , m_left(window.placeIds())
        , m_seconds(seconds) {
        connect(&m_look, &QTimer::timeout, this, &Photographer::look);
        m_look.start(100);
        next();
    }

  private:
    void next() {
        if (m_left.isEmpty())
            return QApplication::exit(m_failed ? 1 : 0);
        m_window.showPlace(m_left.first());
        m_until = QDeadlineTimer(m_seconds * 1000);
        m_quietLooks = 0;
    }
    void look() {
        const Place* place = m_window.place(m_left.first());
        m_quietLooks = place->isLoading() ? 0 : m_quietLooks + 1;
        // Three quiet looks: a place that only now got its data has had the time to paint it.
        if (m_quietLooks < 3 && !m_until.hasExpired())
            return;
        const QString file = QDir(m_folder).filePath(m_left.takeFirst() + ".png");
        if (!m_window.grab().save(file)) {
            std::fprintf(stderr, "metainfer-workbench: cannot write %s\n", qPrintable(file));
            m_failed = true;
        }
        next();
    }

    MainWindow& m_window;
    QString m_folder;
    QStringList m_left;
    int m_seconds, m_quietLooks = 0;
    bool m_failed = false;
    QTimer m_look;
    QDeadlineTimer m_until;
};

} // namespace

void takeScreenshots(MainWindow& window, const QString& folder, int seconds) {
    if (!QDir().mkpath(folder)) {
        std::fprintf(stderr, "metainfer-workbench: cannot make the folder %s\n",
                     qPrintable(folder));
        QTimer::singleShot(0, qApp, [] { QApplication::exit(1); });
        return;
    }
    new Photographer(window, folder, seconds);
}

} // namespace metainfer::workbench
