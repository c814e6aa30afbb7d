// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of a hardware profile that the form shows, each read and set as the text that one
// types.
#pragma once

#include "hardware/profile.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace metainfer::widgets {

enum class FieldKind { Text, Number, Bytes, Choice, List };

/// Sections of the form, in order.
enum class FieldGroup {
    Identity,
    Compute,
    PeakRates,
    SustainedRates,
    MemoryLevel, ///< one group for each level
    Memory,
    Operators,
    Scheduling,
    Quantization,
    Fusion
};

/// One field of one profile. `path` is where it lies below `hardware`:
/// "compute.cores", "compute.peak.fp32", "memory.hierarchy[1].size".
struct ProfileField {
    QString path;
    FieldGroup group = FieldGroup::Identity;
    FieldKind kind = FieldKind::Text;
    int level = -1;      ///< of the memory hierarchy; -1 = none
    QStringList choices; ///< legal values of a Choice; empty text = not known
    QString unit;        ///< as one writes it: "MHz", "GB/s"; empty = none
};

/// Those that `profile` can have, known or not, in the order of the form.
std::vector<ProfileField> profileFields(const hardware::Profile& profile);

/// The name of the field and what it means, in the current language.
QString fieldLabel(const ProfileField& field);
QString fieldHelp(const ProfileField& field);
QString groupLabel(FieldGroup group);

/// As one types it: "16", "512 KiB", "fp32, int8"; empty = not known.
QString fieldText(const hardware::Profile& profile, const ProfileField& field);
/// The profile with the field set from `text` (empty removes it) and its source set to `source`.
/// The profile's own reader judges the text: InvalidArgument with the legal range.
Result<hardware::Profile> withField(hardware::Profile profile, const ProfileField& field,
                                    const QString& text, const hardware::Provenance& source);
/// Where the value comes from; nullptr = not said.
const hardware::Provenance* fieldProvenance(const hardware::Profile& profile,
                                            const ProfileField& field);
/// The path that provenance and differences use: levels by name, "memory.hierarchy.L2.size".
std::string fieldProvenancePath(const hardware::Profile& profile, const ProfileField& field);

} // namespace metainfer::widgets
