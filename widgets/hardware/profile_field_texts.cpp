// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Names and meanings of the fields of a profile.
#include "hardware/profile_fields.h"

#include <QCoreApplication>

namespace metainfer::widgets {
namespace {

struct FieldText {
    const char* key; ///< path, or the key within a memory level
    const char* label;
    const char* help;
};

constexpr FieldText kTexts[] = {
    {"name", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Name"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Letters, digits and - _ . +; the file is called so")},
    {"type", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Type"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "The kind of device")},
    {"vendor", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Vendor"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Who makes it")},
    {"description", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Description"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "One or two sentences")},
    {"compute.cores", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Cores"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Independent units that share the memory")},
    {"compute.vector_units_per_core",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Vector units per core"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Units that work on vectors side by side in one core")},
    {"compute.scalar_units_per_core",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Scalar units per core"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Units for single values in one core")},
    {"compute.frequency_mhz",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Clock frequency"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Of the cores, sustained")},
    {"compute.supported_dtypes",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Supported data types"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Separated by commas: fp32, fp16, bf16, int8, …")},
    {"compute.matrix_tile", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Matrix tile"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "What the matrix unit multiplies at once: rows x columns x depth")},
    {"compute.power_w", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Power limit"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Design power or limit")},
    {"compute.max_temperature_c",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Temperature limit"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Above it the device slows down")},
    {"memory.alignment_bytes", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Alignment"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Addresses of tensors are multiples of this power of two")},
    {"ops.fast_ops", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Fast operators"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Operator families, separated by commas: conv2d, matmul, …")},
    {"ops.medium_ops", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Medium operators"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Operator families, separated by commas: conv2d, matmul, …")},
    {"ops.slow_ops", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Slow operators"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Operator families, separated by commas: conv2d, matmul, …")},
    {"ops.unsupported_ops",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Unsupported operators"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Operator families, separated by commas: conv2d, matmul, …")},
    {"scheduling.max_streams", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Streams"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Queues that run side by side")},
    {"scheduling.kernel_launch_overhead_us",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Launch overhead"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Time to start one operator, as documented")},
    {"scheduling.measured_launch_overhead_us",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Launch overhead, measured"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Time to start one operator, as the microbenchmarks found it")},
    {"scheduling.supports_dynamic_shape",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Dynamic shapes"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Whether dimensions may change from run to run")},
    {"scheduling.supports_inplace_ops",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "In-place operators"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Whether a result may take the place of its input")},
    {"quantization.supported_schemes",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Schemes"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "per_tensor, per_channel, …, separated by commas")},
    {"quantization.alignment_constraints",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Channel alignment"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "Channel counts that fill the units, separated by commas")},
    {"fusion.max_work_ratio",
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Largest work ratio of a fused block"),
     QT_TRANSLATE_NOOP(
         "metainfer::widgets::ProfileFields",
         "A fused block holds at most this multiple of one unit's work; 2 when not given")},
    {"level", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Level"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Its name: L1, shared, DRAM")},
    {"size", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Size"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Of one instance: 32 KiB, 8 MiB")},
    {"bandwidth_gbps", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Bandwidth"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Of one instance, as documented")},
    {"measured_gbps", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Bandwidth, measured"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Sequential reads")},
    {"strided_gbps", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Bandwidth, strided"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Measured with strided reads")},
    {"random_gbps", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Bandwidth, random"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Measured with random reads")},
    {"latency_ns", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Latency"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Of one dependent load")},
    {"instances", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Instances"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "How many there are side by side")},
    {"cache_line_bytes", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Cache line"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "What is moved at least")},
    {"dma_burst_bytes", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "DMA burst"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "What one transfer moves")},
    {"managed_by", QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Managed by"),
     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                       "user: programs place data; hardware: a cache")},
};

constexpr const char* kGroups[] = {
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Identity"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Compute"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Peak rates (datasheet)"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Sustained rates (measured)"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Memory level"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Memory"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Operators"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Scheduling"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Quantization"),
    QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields", "Fusion"),
};

QString translated(const char* text) {
    return QCoreApplication::translate("metainfer::widgets::ProfileFields", text);
}

const FieldText* textsOf(const ProfileField& field) {
    const QString key = field.level >= 0 ? field.path.section('.', -1) : field.path;
    for (const FieldText& texts : kTexts)
        if (key == texts.key)
            return &texts;
    return nullptr;
}

} // namespace

QString fieldLabel(const ProfileField& field) {
    const FieldText* texts = textsOf(field);
    return texts ? translated(texts->label) : field.path.section('.', -1); // a data type's name
}

QString fieldHelp(const ProfileField& field) {
    if (const FieldText* texts = textsOf(field))
        return translated(texts->help);
    return field.group == FieldGroup::PeakRates
               ? translated(
                     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                                       "Of the whole device, as documented; a multiply-accumulate "
                                       "counts as two operations"))
               : translated(
                     QT_TRANSLATE_NOOP("metainfer::widgets::ProfileFields",
                                       "Of the whole device, as measured; a multiply-accumulate "
                                       "counts as two operations"));
}

QString groupLabel(FieldGroup group) {
    return translated(kGroups[static_cast<int>(group)]);
}

} // namespace metainfer::widgets
