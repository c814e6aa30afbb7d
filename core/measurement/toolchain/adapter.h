// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// A toolchain adapter: how a vendor's own compiler and runner become a target, read from one YAML
// file (docs/formats.md). Values only: nothing is run here.
#pragma once

#include "hardware/yaml_reader.h"
#include "measurement/toolchain/line_pattern.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

/// A command line with placeholders `{name}`; `{{` and `}}` are braces.
struct ToolCommand {
    std::vector<std::string> arguments;
    int line = 0; ///< in the adapter's file
};

/// Where values stand in what a tool leaves behind: lines that it printed, a JSON document or a
/// table. Every match, element or row gives one ToolRow.
struct ToolExtract {
    enum class Kind { None, Pattern, Json, Csv };
    enum class Which { All, First, Last };
    Kind kind = Kind::None;
    std::string file; ///< template of a path; empty = what the commands printed
    std::optional<LinePattern> pattern;
    std::string after, until; ///< only lines after one that holds `after`, before one with `until`
    Which which = Which::All;
    std::string pointer;                       ///< JSON pointer; `*` stands for every element
    std::map<std::string, std::string> fields; ///< field -> JSON pointer from there, or CSV column
    char separator = ',';

    explicit operator bool() const { return kind != Kind::None; }
    /// Names that its rows can have.
    std::vector<std::string> names() const;
};

/// How a key of the mapping signature becomes arguments.
struct ToolMapping {
    bool converts = false; ///< passed to the converter, else to the runner
    std::map<std::string, std::vector<std::string>> values;
    std::vector<std::string> flags;      ///< template with {value} (and {key} of `config.KEY`)
    std::vector<std::string> skip;       ///< values for which nothing is passed
    std::optional<std::string> fallback; ///< used when the signature does not have the key
    bool hasFlags = false;
};

/// Something that only the user knows, such as the chip: an environment variable or the default.
struct ToolSetting {
    std::string value, environment, note;
};

/// An error of the tool, known by what it prints.
struct ToolErrorRule {
    LinePattern pattern;
    ErrorCode code = ErrorCode::Unsupported;
    std::string message, hint; ///< templates over the pattern's groups
    std::string operatorType;  ///< named when the tool does not print it
    bool always = false;       ///< an error even when the tool claims success
};

enum class TensorFormat { None, Raw, Npy, TensorFile, Json };
std::string_view tensorFormatName(TensorFormat format);

/// How inputs reach the tool and outputs come back.
struct ToolTensors {
    TensorFormat input = TensorFormat::None, output = TensorFormat::None;
    std::string inputFile, outputFile; ///< templates: {set}, {index}, {name}, {safe_name}
    std::string outputType;            ///< "float32": whatever the model says; empty = the model's
    std::string listEach, listSeparator;      ///< makes {input_list} of one set
    std::string shapeEach, shapeSeparator;    ///< makes {input_shapes}, also of the converter
    std::string dimsSeparator = ",";          ///< in {dims} and {reversed_dims}
    std::string listFile, lineEach, lineJoin; ///< a file with one line per set
    bool manySets = false;                    ///< one run takes several sets of inputs
};

struct ToolLatency {
    double toUs = 1;     ///< factor of its unit
    ToolExtract samples; ///< `time`, `cpu`: every timed run
    ToolExtract summary; ///< `median`, `mean`, `min`, `max`: of all timed runs
};

struct ToolLayers {
    double toUs = 1;
    ToolExtract rows; ///< `name`, `type`, `time` (per run), `total` (of all runs), `calls`, `dtype`
    bool repeats = false; ///< every run is told: rows of one name become their median
};

struct ToolMemory {
    double toBytes = 1;
    ToolExtract rows; ///< `memory`; several are added up
};

struct ToolColdStart {
    double toUs = 1;
    ToolExtract load, first; ///< `time`
};

/// One adapter. Its name is the device's runtime.
struct Adapter {
    std::string name, title, vendor, hardware, licence, install;
    std::vector<std::string> documents; ///< names of the documents that the parsers follow
    bool estimates = false;             ///< its times are the compiler's own estimates
    std::map<std::string, ToolSetting> settings;
    std::map<std::string, std::string> environment; ///< of every command; templates

    ToolCommand check;
    std::optional<LinePattern> version; ///< group `version`
    std::string library;                ///< template: the file whose hash identifies the runtime

    std::vector<std::string> formats{"onnx"};
    std::vector<std::string> operators, dtypes; ///< supported ones; empty = not known
    std::optional<int> minimumOpset, maximumOpset;
    bool dynamicShapes = true;

    std::vector<ToolCommand> convert;
    std::string artifact; ///< template; empty = the model itself
    std::vector<ToolCommand> latency, outputs, profile, memory;
    double timeoutSeconds = 600; ///< of a conversion

    ToolTensors tensors;
    std::map<std::string, ToolMapping> mapping;
    ToolLatency latencyReader;
    ToolLayers layersReader;
    ToolMemory memoryReader;
    ToolColdStart coldReader;
    std::vector<ToolErrorRule> errors;

    std::filesystem::path file;                    ///< empty when parsed from text
    std::string hash;                              ///< SHA-256 of the text
    std::vector<hardware::YamlUnknownKey> unknown; ///< keys of other versions, kept
    std::vector<std::string> warnings;

    /// "trtexec", for commands that the lead of a message names.
    std::string label() const { return title.empty() ? name : title; }
};

/// Placeholders that commands may hold beside the adapter's settings.
const std::vector<std::string>& toolPlaceholders();

/// Reads and checks an adapter; `source` is the file name that messages show. Every mistake is
/// found at once, with its line, field and legal range. Any bytes are survived.
Result<Adapter> parseAdapter(std::string_view text, const std::string& source);
Result<Adapter> loadAdapter(const std::filesystem::path& file);

/// Folders that are searched, first match wins: ./toolchains, $METAINFER_TOOLCHAINS (colon
/// separated), ${XDG_CONFIG_HOME:-~/.config}/metainfer/toolchains, the installed share folder
/// beside the program, and the source tree. Only those that exist.
std::vector<std::filesystem::path> toolchainFolders();

/// Finds adapters by name: NAME is the file NAME.yaml.
class AdapterStore {
  public:
    AdapterStore();
    explicit AdapterStore(std::vector<std::filesystem::path> folders);
    /// A name, or a path with a slash or ending in .yaml. NotFound suggests near names.
    Result<Adapter> load(const std::string& nameOrPath) const;
    /// Sorted, each once.
    std::vector<std::string> names() const;
    /// All that can be read; the others are named in `problems` when given.
    std::vector<Adapter> all(std::vector<Error>* problems = nullptr) const;

  private:
    std::vector<std::filesystem::path> m_folders;
};

} // namespace metainfer::measurement
