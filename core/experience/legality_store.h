// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What devices were seen to refuse, kept between sessions.
#pragma once

#include "candidates/legality.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace metainfer::experience {

/// One file of JSON lines per device, beside the experience store. Several processes may write.
class LegalityStore {
  public:
    /// ${XDG_DATA_HOME:-~/.local/share}/metainfer/legality
    static std::filesystem::path defaultFolder();
    explicit LegalityStore(std::filesystem::path folder = defaultFolder())
        : m_folder(std::move(folder)) {}

    /// "local:opencv" -> legality/local-opencv.jsonl
    std::filesystem::path fileOf(const std::string& device) const;
    /// Lines that cannot be read are left out. Io when the file cannot be read.
    Result<std::vector<candidates::LearnedRule>> rules(const std::string& device) const;
    /// Adds the rule, or counts it once more with its newer evidence.
    Status remember(const std::string& device, const candidates::LearnedRule& rule) const;
    /// Takes out the rules for which `isRevoked`; how many went.
    Result<std::size_t>
    forget(const std::string& device,
           const std::function<bool(const candidates::LearnedRule&)>& isRevoked) const;

  private:
    Status write(const std::string& device,
                 const std::vector<candidates::LearnedRule>& rules) const;
    std::filesystem::path m_folder;
};

} // namespace metainfer::experience
