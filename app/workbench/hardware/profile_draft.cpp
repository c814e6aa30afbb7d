// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps what was typed and not saved.
#include "hardware/profile_draft.h"

#include <QSettings>

#include <utility>

namespace metainfer::workbench {
namespace {

constexpr int kDelayMs = 1000;
constexpr const char *kText = "hardware/draft/text", *kFile = "hardware/draft/file";

} // namespace

ProfileDraft::ProfileDraft(ProfileDocument& document, QSettings& settings, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_settings(settings) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &ProfileDraft::keep);
    const auto later = [this] { m_delay.start(); };
    connect(&document, &ProfileDocument::textChanged, this, later);
    connect(&document, &ProfileDocument::stateChanged, this, later);
    connect(&document, &ProfileDocument::opened, this,
            [this] { m_open = std::exchange(m_given, QString()); });
    // Once what is stored was read: changes are told from that.
    connect(&document, &ProfileDocument::problemsChanged, this, [this] {
        if (!m_open.isEmpty() && !m_document.isBusy())
            m_document.typeText(std::exchange(m_open, QString()));
    });
}

ProfileDraft::~ProfileDraft() {
    if (m_delay.isActive())
        keep();
}

bool ProfileDraft::isKept() const {
    return !m_settings.value(kText).toString().isEmpty();
}

std::filesystem::path ProfileDraft::file() const {
    return m_settings.value(kFile).toString().toStdString();
}

void ProfileDraft::giveToNext() {
    m_given = m_settings.value(kText).toString();
}

void ProfileDraft::keep() {
    m_delay.stop();
    if (!m_document.isModified()) {
        m_settings.remove(kText);
        m_settings.remove(kFile);
        return;
    }
    m_settings.setValue(kText, m_document.text());
    m_settings.setValue(kFile, QString::fromStdString(m_document.file().string()));
    m_settings.sync(); // a program that is killed has it too
}

} // namespace metainfer::workbench
