// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A device that is being described to be added: what was typed, what is wrong with it, the request
// and the command that come of it.
#pragma once

#include "engine/device_requests.h"

#include <QMap>
#include <QString>
#include <QStringList>

namespace metainfer::workbench {

enum class DraftField { Host, User, Port, Jumps, Identity, Adapter, PowerMode, Name };

/// Texts as typed; empty = not set.
struct DeviceDraft {
    bool isToolchain = false;
    QString host; ///< also "user@host:port" as a whole
    QString user, port;
    QString jumps;    ///< "user@host:port", several parted by commas, the first one from here on
    QString identity; ///< private key
    QString adapter;  ///< name or file of a toolchain adapter
    QString powerMode, note, name;
    bool operator==(const DeviceDraft&) const = default;
};

struct DraftAnswer {
    QMap<DraftField, QString> mistakes;
    bool isReady = false;
    engine::AddDeviceRequest request;
    QString suggestedName; ///< that nobody has, from the host or the adapter
    QString command;       ///< "metainfer device add …", for a shell
};

/// `taken`: names of devices and profiles that exist.
DraftAnswer checkDraft(const DeviceDraft& draft, const QStringList& taken);

/// Hosts that the SSH configuration names, without patterns. Reads its file.
QStringList sshConfigHosts();

} // namespace metainfer::workbench
