// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// From what was typed to a device.
#include "devices/device_draft.h"

#include "measurement/ssh/ssh_config.h"
#include "measurement/ssh/ssh_target.h"
#include "session/engine_words.h"
#include "session/migration_check.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace metainfer::workbench {
namespace {

constexpr int kMostPort = 65535;

class DraftCheck {
    Q_DECLARE_TR_FUNCTIONS(DeviceDraft)

  public:
    DraftCheck(const DeviceDraft& draft, const QStringList& taken)
        : m_draft(draft)
        , m_taken(taken) {}

    DraftAnswer run() {
        measurement::DeviceEntry& entry = m_answer.request.entry;
        if (m_draft.isToolchain) {
            entry.kind = measurement::DeviceKind::Toolchain;
            adapter();
        } else {
            entry.kind = measurement::DeviceKind::Ssh;
            address();
            jumps();
            identity();
        }
        powerMode();
        entry.note = m_draft.note.trimmed().toStdString();
        name();
        m_answer.isReady = m_answer.mistakes.isEmpty();
        m_answer.command = command();
        return std::move(m_answer);
    }

  private:
    void say(DraftField field, const QString& text) { m_answer.mistakes.insert(field, text); }
    static bool hasSpace(const QString& text) {
        static const QRegularExpression space(R"(\s)");
        return text.contains(space);
    }

    void address() {
        const QString host = m_draft.host.trimmed(), user = m_draft.user.trimmed(),
                      port = m_draft.port.trimmed();
        if (host.isEmpty())
            return say(DraftField::Host, tr("Name the board: its host name or address"));
        auto target = SshTarget::parse(host.toStdString());
        if (!target)
            return say(DraftField::Host, EngineWords::text(target.error().message));
        if (!user.isEmpty()) {
            if (hasSpace(user) || user.contains('@'))
                say(DraftField::User, tr("A user's name has no space and no @"));
            else if (!target->user.empty() && target->user != user.toStdString())
                say(DraftField::User, tr("The address names another user already"));
            target->user = user.toStdString();
        }
        if (!port.isEmpty()) {
            bool isNumber = false;
            const int number = port.toInt(&isNumber);
            if (!isNumber || number < 1 || number > kMostPort)
                say(DraftField::Port, tr("A port is a number from 1 to %1").arg(kMostPort));
            else if (target->port != 0 && target->port != number)
                say(DraftField::Port, tr("The address names another port already"));
            else
                target->port = number;
        }
        m_host = QString::fromStdString(target->host);
        m_answer.request.entry.address = target->text();
    }

    void jumps() {
        for (const QString& part : m_draft.jumps.split(',', Qt::SkipEmptyParts)) {
            const QString jump = part.trimmed();
            if (jump.isEmpty())
                continue;
            if (const auto target = SshTarget::parse(jump.toStdString()); !target)
                return say(DraftField::Jumps, EngineWords::text(target.error().message));
            m_answer.request.entry.jumpHosts.push_back(jump.toStdString());
        }
    }

    void identity() {
        QString file = m_draft.identity.trimmed();
        if (file.isEmpty())
            return;
        m_answer.request.entry.identityFiles = {file.toStdString()};
        if (file.startsWith("~/"))
            file = QString::fromStdString(homeFolder().string()) + file.mid(1);
        if (!QFileInfo(file).isFile())
            say(DraftField::Identity, tr("There is no such file"));
        else if (file.endsWith(".pub"))
            say(DraftField::Identity,
                tr("This is the public half; choose the file without .pub beside it"));
    }

    void adapter() {
        const QString adapter = m_draft.adapter.trimmed();
        if (adapter.isEmpty())
            return say(DraftField::Adapter, tr("Choose an adapter, or a YAML file of your own"));
        const bool isFile = adapter.contains('/') || adapter.endsWith(".yaml");
        if (isFile && !QFileInfo(adapter).isFile())
            say(DraftField::Adapter, tr("There is no such file"));
        m_host = isFile ? QFileInfo(adapter).completeBaseName() : adapter;
        m_answer.request.entry.adapter = adapter.toStdString();
    }

    void powerMode() {
        const QString mode = m_draft.powerMode.trimmed();
        if (hasSpace(mode))
            say(DraftField::PowerMode, tr("A power mode is one word, such as performance or 15W"));
        m_answer.request.entry.powerMode = mode.toStdString();
    }

    bool isFree(const QString& name) const {
        return !m_taken.contains(name) && measurement::checkDeviceName(name.toStdString());
    }

    void name() {
        static const QRegularExpression strange("[^A-Za-z0-9._-]+"), edge("^[.-]+|[.-]+$");
        const QString plain = QString(m_host).replace(strange, "-").remove(edge).left(60);
        m_answer.suggestedName = plain;
        for (int n = 2; !plain.isEmpty() && n < 1000 && !isFree(m_answer.suggestedName); ++n)
            m_answer.suggestedName = QString("%1-%2").arg(plain).arg(n);
        const QString typed = m_draft.name.trimmed();
        const QString name = typed.isEmpty() ? m_answer.suggestedName : typed;
        m_answer.request.entry.name = name.toStdString();
        if (typed.isEmpty())
            return;
        if (const auto legal = measurement::checkDeviceName(name.toStdString()); !legal)
            say(DraftField::Name, EngineWords::error(legal.error()));
        else if (m_taken.contains(name))
            say(DraftField::Name, tr("There is a device or a profile of this name already"));
    }

    QString command() const {
        const measurement::DeviceEntry& entry = m_answer.request.entry;
        if (m_draft.isToolchain ? entry.adapter.empty() : entry.address.empty())
            return {};
        const auto word = [](const std::string& text) {
            return shellWord(QString::fromStdString(text));
        };
        QStringList words{"metainfer", "device", "add"};
        if (m_draft.isToolchain)
            words << "--toolchain" << word(entry.adapter);
        else
            words << word(entry.address);
        words << "--name" << word(entry.name);
        for (const std::string& jump : entry.jumpHosts)
            words << "--jump" << word(jump);
        for (const std::string& file : entry.identityFiles)
            words << "--identity" << word(file);
        if (!entry.powerMode.empty())
            words << "--power-mode" << word(entry.powerMode);
        if (!entry.note.empty())
            words << "--note" << word(entry.note);
        return words.join(' ');
    }

    const DeviceDraft& m_draft;
    const QStringList& m_taken;
    QString m_host; ///< or the adapter: what the device is called after
    DraftAnswer m_answer;
};

} // namespace

DraftAnswer checkDraft(const DeviceDraft& draft, const QStringList& taken) {
    return DraftCheck(draft, taken).run();
}

QStringList sshConfigHosts() {
    const QString named = qEnvironmentVariable("METAINFER_SSH_CONFIG");
    QFile file(named.isEmpty() ? QString::fromStdString((homeFolder() / ".ssh/config").string())
                               : named);
    QStringList hosts;
    constexpr qint64 kMost = 1 << 20;
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        return hosts;
    static const QRegularExpression host(R"(^\s*Host\s*[\s=]\s*(.+)$)",
                                         QRegularExpression::CaseInsensitiveOption);
    for (const QString& line : QString::fromUtf8(file.read(kMost)).split('\n'))
        if (const auto match = host.match(line); match.hasMatch())
            for (const std::string& word : splitConfigWords(match.captured(1).toStdString()))
                if (word.find_first_of("*?!#") == std::string::npos)
                    hosts << QString::fromStdString(word);
    hosts.removeDuplicates();
    hosts.sort(Qt::CaseInsensitive);
    return hosts;
}

} // namespace metainfer::workbench
