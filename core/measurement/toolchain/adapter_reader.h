// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The reader of adapters, in pieces: one method per block of the file.
#pragma once

#include "measurement/toolchain/adapter.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace metainfer::measurement {

class AdapterReader {
  public:
    Result<Adapter> read(const hardware::YamlNode& root);

  private:
    using Names = std::vector<std::string>;

    void readHead(hardware::YamlMap& map);
    void readSettings(hardware::YamlMap& map);
    void readCheck(hardware::YamlMap& map);
    void readModel(hardware::YamlMap& map);
    void readCommands(hardware::YamlMap& map);
    void readTensors(hardware::YamlMap& map);
    void readMapping(hardware::YamlMap& map);
    void readReaders(hardware::YamlMap& map);
    void readErrors(hardware::YamlMap& map);
    /// What only several blocks together show.
    void checkTogether(const hardware::YamlNode& node);

    // adapter_parts.cpp

    /// A template whose placeholders are all in `known` or settings.
    void checkTemplate(const hardware::YamlNode& node, const std::string& text, const Names& known);
    ToolCommand command(const hardware::YamlNode& node, const Names& known);
    /// A list of commands; one command alone counts as a list of one.
    std::vector<ToolCommand> commands(const hardware::YamlNode& node, const Names& known);
    /// A pattern that has all `needed` groups and beside them only `legal` ones.
    std::optional<LinePattern> pattern(const hardware::YamlNode& node, const Names& needed,
                                       const Names& legal = {});
    ToolExtract extract(const hardware::YamlNode& node, const Names& needed, const Names& legal);
    void readFields(hardware::YamlMap& map, const char* key, ToolExtract& into, const Names& needed,
                    const Names& legal);
    double unit(hardware::YamlMap& map, const std::map<std::string, double>& units);
    void requireFlagsPlace(const hardware::YamlNode& node, const std::string& key,
                           const ToolMapping& mapping);

    Adapter m_adapter;
    hardware::YamlProblems m_problems;
};

} // namespace metainfer::measurement
