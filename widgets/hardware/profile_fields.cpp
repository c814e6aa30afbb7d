// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading and setting single fields of a profile.
#include "hardware/profile_fields.h"

#include "hardware/profile_yaml.h"

#include "base/json.h"
#include "hardware/quantity_text.h"

#include <QRegularExpression>

#include <fmt/format.h>

namespace metainfer::widgets {
namespace {

using hardware::MemoryLevel;
using hardware::Profile;

QString text(const std::string& value) {
    return QString::fromStdString(value);
}

QString textOf(const std::string& value) {
    return text(value);
}
QString textOf(const std::optional<int>& value) {
    return value ? QString::number(*value) : QString();
}
QString textOf(const std::optional<double>& value) {
    return value ? text(fmt::format("{}", *value)) : QString();
}
QString textOf(const std::optional<bool>& value) {
    return value ? QString(*value ? "true" : "false") : QString();
}
QString textOf(hardware::DeviceType value) {
    return text(std::string(hardware::deviceTypeName(value)));
}
QString textOf(const std::vector<std::string>& values) {
    return text(fmt::format("{}", fmt::join(values, ", ")));
}
QString textOf(const std::vector<int>& values) {
    return text(fmt::format("{}", fmt::join(values, ", ")));
}
QString textOf(const std::vector<ElementType>& values) {
    QStringList names;
    for (const ElementType type : values)
        names << text(hardware::dtypeName(type));
    return names.join(", ");
}
QString textOf(const std::optional<hardware::MatrixTile>& tile) {
    return tile ? text(fmt::format("{}x{}x{}", tile->m, tile->n, tile->k)) : QString();
}

/// In the largest unit that keeps it whole.
QString bytesField(const std::optional<double>& bytes) {
    if (!bytes)
        return {};
    static constexpr std::pair<double, const char*> kUnits[] = {
        {1073741824, "GiB"}, {1048576, "MiB"}, {1024, "KiB"}};
    for (const auto& [factor, unit] : kUnits)
        if (const double value = *bytes / factor; value >= 1 && value * 8 == std::floor(value * 8))
            return text(fmt::format("{} {}", value, unit));
    return text(fmt::format("{} B", *bytes));
}

/// "512 KiB" and "512 kB" as bytes (1024 each, as in the file); anything else as it stands, for the
/// reader to refuse.
std::string bytesValue(const QString& typed) {
    static const QRegularExpression pattern("^([0-9.eE+]+)\\s*([kKmMgG]?)(i?[bB])?$");
    const auto match = pattern.match(typed);
    bool ok = false;
    const double number = match.captured(1).toDouble(&ok);
    if (!match.hasMatch() || !ok)
        return typed.toStdString();
    const QString unit = match.captured(2).toLower();
    const double factor = unit == "k"   ? 1024.0
                          : unit == "m" ? 1048576.0
                          : unit == "g" ? 1073741824.0
                                        : 1.0;
    return fmt::format("{}", number * factor);
}

std::string quoted(const QString& value) {
    return dumpJson(Json(value.toStdString()));
}

std::string listValue(const QString& typed) {
    std::string list = "[";
    for (const QString& item : typed.split(',', Qt::SkipEmptyParts))
        list += (list.size() > 1 ? ", " : "") + quoted(item.trimmed());
    return list + "]";
}

std::string tileValue(const QString& typed) {
    const QStringList parts = typed.split(QRegularExpression("\\s*[x×,]\\s*"));
    if (parts.size() != 3)
        return quoted(typed); // the reader says that it wants a mapping
    return fmt::format("{{m: {}, n: {}, k: {}}}", quoted(parts[0]), quoted(parts[1]),
                       quoted(parts[2]));
}

/// A field at a fixed place: its key in the file, how it is read and copied.
struct Fixed {
    ProfileField field;
    QString (*get)(const Profile&);
    void (*copy)(Profile& to, const Profile& from);
};

#define MI_FIELD(path, group, kind, unit, choices, member)                                         \
    Fixed {                                                                                        \
        {path, FieldGroup::group, FieldKind::kind, -1, choices, unit},                             \
            [](const Profile& p) { return textOf(p.member); },                                     \
            [](Profile& to, const Profile& from) { to.member = from.member; }                      \
    }

const QStringList kYesNo{"", "true", "false"};
const QStringList kNone;

const std::vector<Fixed>& fixedFields() {
    static const QStringList types{"cpu", "gpu", "npu", "fpga", "asic", "dsp"};
    static const std::vector<Fixed> fields{
        MI_FIELD("name", Identity, Text, "", kNone, name),
        MI_FIELD("type", Identity, Choice, "", types, type),
        MI_FIELD("vendor", Identity, Text, "", kNone, vendor),
        MI_FIELD("description", Identity, Text, "", kNone, description),
        MI_FIELD("compute.cores", Compute, Number, "", kNone, compute.cores),
        MI_FIELD("compute.vector_units_per_core", Compute, Number, "", kNone,
                 compute.vectorUnitsPerCore),
        MI_FIELD("compute.scalar_units_per_core", Compute, Number, "", kNone,
                 compute.scalarUnitsPerCore),
        MI_FIELD("compute.frequency_mhz", Compute, Number, "MHz", kNone, compute.frequencyMhz),
        MI_FIELD("compute.supported_dtypes", Compute, List, "", kNone, compute.supportedDtypes),
        MI_FIELD("compute.matrix_tile", Compute, Text, "m×n×k", kNone, compute.matrixTile),
        MI_FIELD("compute.power_w", Compute, Number, "W", kNone, compute.powerWatts),
        MI_FIELD("compute.max_temperature_c", Compute, Number, "°C", kNone,
                 compute.maxTemperatureC),
        MI_FIELD("memory.alignment_bytes", Memory, Number, "B", kNone, memory.alignmentBytes),
        MI_FIELD("ops.fast_ops", Operators, List, "", kNone, ops.fast),
        MI_FIELD("ops.medium_ops", Operators, List, "", kNone, ops.medium),
        MI_FIELD("ops.slow_ops", Operators, List, "", kNone, ops.slow),
        MI_FIELD("ops.unsupported_ops", Operators, List, "", kNone, ops.unsupported),
        MI_FIELD("scheduling.max_streams", Scheduling, Number, "", kNone, scheduling.maxStreams),
        MI_FIELD("scheduling.kernel_launch_overhead_us", Scheduling, Number, "µs", kNone,
                 scheduling.launchOverheadUs),
        MI_FIELD("scheduling.measured_launch_overhead_us", Scheduling, Number, "µs", kNone,
                 scheduling.measuredLaunchOverheadUs),
        MI_FIELD("scheduling.supports_dynamic_shape", Scheduling, Choice, "", kYesNo,
                 scheduling.dynamicShape),
        MI_FIELD("scheduling.supports_inplace_ops", Scheduling, Choice, "", kYesNo,
                 scheduling.inplaceOps),
        MI_FIELD("quantization.supported_schemes", Quantization, List, "", kNone,
                 quantization.schemes),
        MI_FIELD("quantization.alignment_constraints", Quantization, List, "", kNone,
                 quantization.alignment),
        MI_FIELD("fusion.max_work_ratio", Fusion, Number, "", kNone, maxFusionWorkRatio),
    };
    return fields;
}
#undef MI_FIELD

/// A field of one memory level.
struct LevelField {
    const char* key; ///< "bandwidth_gbps"; "size" is written in bytes
    FieldKind kind;
    const char* unit;
    QStringList choices;
    QString (*get)(const MemoryLevel&);
    void (*copy)(MemoryLevel& to, const MemoryLevel& from);
};

#define MI_LEVEL_FIELD(key, kind, unit, choices, member)                                           \
    LevelField {                                                                                   \
        key, FieldKind::kind, unit, choices,                                                       \
            [](const MemoryLevel& level) { return textOf(level.member); },                         \
            [](MemoryLevel& to, const MemoryLevel& from) { to.member = from.member; }              \
    }

const std::vector<LevelField>& levelFields() {
    static const QStringList managers{"", "user", "hardware"};
    static const std::vector<LevelField> fields{
        MI_LEVEL_FIELD("level", Text, "", kNone, level),
        LevelField{"size", FieldKind::Bytes, "", kNone,
                   [](const MemoryLevel& level) { return bytesField(level.sizeBytes); },
                   [](MemoryLevel& to, const MemoryLevel& from) { to.sizeBytes = from.sizeBytes; }},
        MI_LEVEL_FIELD("bandwidth_gbps", Number, "GB/s", kNone, bandwidthGbps),
        MI_LEVEL_FIELD("measured_gbps", Number, "GB/s", kNone, measuredBandwidthGbps),
        MI_LEVEL_FIELD("strided_gbps", Number, "GB/s", kNone, stridedGbps),
        MI_LEVEL_FIELD("random_gbps", Number, "GB/s", kNone, randomGbps),
        MI_LEVEL_FIELD("latency_ns", Number, "ns", kNone, latencyNs),
        MI_LEVEL_FIELD("instances", Number, "", kNone, instances),
        MI_LEVEL_FIELD("cache_line_bytes", Number, "B", kNone, cacheLineBytes),
        MI_LEVEL_FIELD("dma_burst_bytes", Number, "B", kNone, dmaBurstBytes),
        MI_LEVEL_FIELD("managed_by", Choice, "", managers, managedBy),
    };
    return fields;
}
#undef MI_LEVEL_FIELD

const Fixed* fixedField(const QString& path) {
    for (const Fixed& fixed : fixedFields())
        if (fixed.field.path == path)
            return &fixed;
    return nullptr;
}

QString lastKey(const ProfileField& field) {
    return field.path.section('.', -1);
}

const LevelField* levelField(const ProfileField& field) {
    for (const LevelField& candidate : levelFields())
        if (field.level >= 0 && lastKey(field) == candidate.key)
            return &candidate;
    return nullptr;
}

bool isRate(const ProfileField& field) {
    return field.group == FieldGroup::PeakRates || field.group == FieldGroup::SustainedRates;
}

/// The types that rates can be given for: the supported ones, and those that have one.
std::vector<ElementType> ratedTypes(const Profile& profile,
                                    const std::map<ElementType, double>& rates) {
    std::vector<ElementType> types = profile.compute.supportedDtypes;
    if (types.empty())
        types = {ElementType::Float, ElementType::Float16, ElementType::Int8};
    for (const auto& entry : rates)
        if (std::find(types.begin(), types.end(), entry.first) == types.end())
            types.push_back(entry.first);
    return types;
}

void addRates(std::vector<ProfileField>& fields, const Profile& profile, FieldGroup group) {
    const bool peak = group == FieldGroup::PeakRates;
    const auto& rates = peak ? profile.compute.peakGflops : profile.compute.sustainedGflops;
    for (const ElementType type : ratedTypes(profile, rates)) {
        const std::string name = hardware::dtypeName(type);
        if (name == "bool")
            continue;
        const bool real = name.starts_with("fp") || name.starts_with("bf");
        fields.push_back({text((peak ? "compute.peak." : "compute.sustained.") + name), group,
                          FieldKind::Number, -1, kNone, real ? "GFLOP/s" : "GOP/s"});
    }
}

/// The YAML of a profile that holds this one field.
std::string miniature(const Profile& profile, const ProfileField& field, const QString& typed) {
    std::string value;
    switch (field.kind) {
    case FieldKind::List:
        value = listValue(typed);
        break;
    case FieldKind::Bytes:
        value = quoted(text(bytesValue(typed)));
        break;
    default:
        value = lastKey(field) == "matrix_tile" ? tileValue(typed) : quoted(typed);
    }
    const bool isName = field.path == "name", isType = field.path == "type";
    std::string yaml = fmt::format("hardware:\n  name: {}\n  type: {}\n",
                                   isName ? value : "any-name", isType ? value : "cpu");
    if (isName || isType)
        return yaml;
    if (field.level >= 0) {
        const QString key = lastKey(field) == "size" ? "size_bytes" : lastKey(field);
        const auto& level = profile.memory.hierarchy[static_cast<std::size_t>(field.level)];
        yaml += "  memory: {hierarchy: [{";
        if (key != "level")
            yaml += "level: " + quoted(text(level.level)) + ", ";
        return yaml + key.toStdString() + ": " + value + "}]}\n";
    }
    const QStringList keys = field.path.split('.');
    std::string indent = "  ";
    for (qsizetype i = 0; i + 1 < keys.size(); ++i, indent += "  ")
        yaml += indent + keys[i].toStdString() + ":\n";
    return yaml + indent + keys.last().toStdString() + ": " + value + "\n";
}

/// Without the file and place, which the form shows by where the message stands.
Error besideTheField(Error error) {
    static const QRegularExpression place("^field:\\d+: (hardware\\.\\S+ )?");
    QString message = text(error.message).section('\n', 0, 0);
    message.remove(place);
    error.message = message.toStdString();
    return error;
}

void copyField(Profile& to, const Profile& from, const ProfileField& field) {
    if (const Fixed* fixed = fixedField(field.path))
        return fixed->copy(to, from);
    if (const LevelField* one = levelField(field))
        return one->copy(to.memory.hierarchy[static_cast<std::size_t>(field.level)],
                         from.memory.hierarchy.front());
    const bool peak = field.group == FieldGroup::PeakRates;
    const auto type = hardware::dtypeFromName(lastKey(field).toStdString());
    if (!isRate(field) || !type)
        return;
    auto& rates = peak ? to.compute.peakGflops : to.compute.sustainedGflops;
    const auto& read = peak ? from.compute.peakGflops : from.compute.sustainedGflops;
    const auto it = read.find(*type);
    if (it == read.end())
        rates.erase(*type);
    else
        rates[*type] = it->second;
}

constexpr const char* kSizeKeys[] = {"size_bytes", "size_kb", "size_mb", "size_gb"};

/// A renamed level takes its sources along.
void renameLevel(Profile& profile, const std::string& from, const std::string& to) {
    const std::string before = "memory.hierarchy." + from, after = "memory.hierarchy." + to;
    std::map<std::string, hardware::Provenance> moved;
    for (auto& [path, entry] : profile.provenance)
        moved[path == before || path.starts_with(before + ".") ? after + path.substr(before.size())
                                                               : path] = entry;
    profile.provenance = std::move(moved);
}

} // namespace

std::vector<ProfileField> profileFields(const Profile& profile) {
    std::vector<ProfileField> fields;
    const auto addGroup = [&fields](FieldGroup group) {
        for (const Fixed& fixed : fixedFields())
            if (fixed.field.group == group)
                fields.push_back(fixed.field);
    };
    addGroup(FieldGroup::Identity);
    addGroup(FieldGroup::Compute);
    addRates(fields, profile, FieldGroup::PeakRates);
    addRates(fields, profile, FieldGroup::SustainedRates);
    for (std::size_t i = 0; i < profile.memory.hierarchy.size(); ++i)
        for (const LevelField& one : levelFields())
            fields.push_back({QString("memory.hierarchy[%1].%2").arg(i).arg(one.key),
                              FieldGroup::MemoryLevel, one.kind, static_cast<int>(i), one.choices,
                              QString::fromUtf8(one.unit)});
    for (const FieldGroup group :
         {FieldGroup::Memory, FieldGroup::Operators, FieldGroup::Scheduling,
          FieldGroup::Quantization, FieldGroup::Fusion})
        addGroup(group);
    return fields;
}

QString fieldText(const Profile& profile, const ProfileField& field) {
    if (const Fixed* fixed = fixedField(field.path))
        return fixed->get(profile);
    if (const LevelField* one = levelField(field)) {
        const auto index = static_cast<std::size_t>(field.level);
        const auto& levels = profile.memory.hierarchy;
        return index < levels.size() ? one->get(levels[index]) : QString();
    }
    const auto type = hardware::dtypeFromName(lastKey(field).toStdString());
    if (!type || !isRate(field))
        return {};
    const auto& rates = field.group == FieldGroup::PeakRates ? profile.compute.peakGflops
                                                             : profile.compute.sustainedGflops;
    const auto it = rates.find(*type);
    return it == rates.end() ? QString() : textOf(std::optional(it->second));
}

Result<Profile> withField(Profile profile, const ProfileField& field, const QString& typed,
                          const hardware::Provenance& source) {
    const QString value = typed.trimmed();
    if (field.level >= static_cast<int>(profile.memory.hierarchy.size()))
        return fail(ErrorCode::InvalidArgument, "the profile has no such memory level");
    const std::string levelBefore =
        field.level < 0 ? std::string()
                        : profile.memory.hierarchy[static_cast<std::size_t>(field.level)].level;
    Profile read;
    read.memory.hierarchy.emplace_back();
    const bool required = field.path == "name" || field.path == "type" || lastKey(field) == "level";
    if (!value.isEmpty() || required) {
        auto parsed = hardware::parseProfile(miniature(profile, field, value), "field");
        if (!parsed)
            return fail(besideTheField(std::move(parsed.error())));
        read = std::move(parsed->profile);
    }
    copyField(profile, read, field);
    if (field.level >= 0 && lastKey(field) == "level")
        renameLevel(profile, levelBefore,
                    profile.memory.hierarchy[static_cast<std::size_t>(field.level)].level);
    if (field.group == FieldGroup::Identity || lastKey(field) == "level")
        return profile; // names have no source
    const std::string path = fieldProvenancePath(profile, field);
    if (lastKey(field) == "size")
        for (const char* key : kSizeKeys)
            profile.provenance.erase(path.substr(0, path.rfind('.') + 1) + key);
    if (value.isEmpty())
        profile.provenance.erase(path);
    else
        profile.provenance[path] = source;
    return profile;
}

std::string fieldProvenancePath(const Profile& profile, const ProfileField& field) {
    if (field.level < 0 || field.level >= static_cast<int>(profile.memory.hierarchy.size()))
        return field.path.toStdString();
    return "memory.hierarchy." +
           profile.memory.hierarchy[static_cast<std::size_t>(field.level)].level + "." +
           lastKey(field).toStdString();
}

const hardware::Provenance* fieldProvenance(const Profile& profile, const ProfileField& field) {
    if (field.group == FieldGroup::Identity || lastKey(field) == "level" ||
        fieldText(profile, field).isEmpty())
        return nullptr;
    const std::string path = fieldProvenancePath(profile, field);
    // Files may name the size with its unit, as it is written there.
    if (lastKey(field) == "size" && !profile.provenance.contains(path))
        for (const char* key : kSizeKeys)
            if (const auto it = profile.provenance.find(path.substr(0, path.rfind('.') + 1) + key);
                it != profile.provenance.end())
                return &it->second;
    return profile.provenanceOf(path);
}

} // namespace metainfer::widgets
