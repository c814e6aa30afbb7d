// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What a front end may look up: nothing here changes or measures anything.
#pragma once

#include "base/cancellation.h"
#include "base/json.h"
#include "base/result.h"
#include "engine/device_requests.h"
#include "experience/store.h"
#include "hardware/fingerprint.h"
#include "hardware/profile_diff.h"
#include "hardware/profile_store.h"
#include "validation/examination.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace metainfer::engine {

/// One profile that can be named.
struct ProfileEntry {
    std::string name;
    std::filesystem::path file;
    hardware::Profile profile;
};

struct ProfileCatalogue {
    std::vector<ProfileEntry> profiles; ///< by name
    std::vector<Error> problems;        ///< files that do not load
};

/// A profile with the file it came from and what it warns about.
struct ProfileFile {
    std::filesystem::path file;
    hardware::Profile profile;
    std::vector<std::string> warnings;
};

enum class CheckLevel { Ok, Warning, Missing };
std::string_view checkLevelName(CheckLevel level); ///< "ok", "warn", "missing"

/// One thing that the program needs or that lowers the worth of its numbers.
struct SystemCheck {
    std::string area; ///< "runtime", "agent", "libraries", "folders", "machine"
    std::string name;
    CheckLevel level = CheckLevel::Ok;
    std::string detail;
    std::string remedy; ///< what to do; empty when nothing is to be done
    bool needed = true; ///< Missing and needed: the main job cannot run
};

struct SystemReport {
    std::vector<SystemCheck> checks;
    bool usable() const;
    Json toJson() const;
};

/// What earlier results say about a model on a device.
struct TransferRequest {
    std::string model;      ///< name in the store, sample model or ONNX file
    std::string hardware;   ///< "local", or a profile
    std::size_t limit = 50; ///< of each kinship
    bool onlyImprovements = true;
};

struct TransferAnswer {
    std::string model, hardware;
    /// Same model on this device, other models on it, other devices; best first in each.
    std::vector<experience::Suggestion> suggestions;
    std::size_t knownFailures = 0; ///< of this model on this device in its present environment
    Json toJson() const;
};

/// One sample's input as pixels, when the model takes a picture.
struct SamplePicture {
    std::size_t width = 0, height = 0;
    std::vector<std::uint8_t> rgb; ///< 3 bytes a pixel, rows from the top
};

class Queries {
  public:
    virtual ~Queries() = default;

    /// The ONNX file: a path, or the name of a sample model. NotFound suggests near names.
    virtual Result<std::filesystem::path> findModel(const std::string& nameOrPath) = 0;

    /// All that can be named as a device. Looks at files alone: connects to nothing.
    virtual DeviceCatalogue devices() = 0;
    /// What the connection to a device said in this program, the oldest first.
    virtual std::vector<DeviceLogLine> deviceLog(const std::string& name) = 0;
    /// What the device was seen to refuse, a sentence each; it is not tried again.
    virtual Result<std::vector<std::string>> learnedRules(const std::string& device) = 0;
    /// Manual baselines; empty `device` = of all. Unreadable ones are named in the remarks.
    virtual Result<std::vector<experience::Baseline>> baselines(const std::string& device) = 0;

    virtual ProfileCatalogue profiles() = 0;
    /// InvalidArgument lists every mistake with file and line.
    virtual Result<ProfileFile> profile(const std::string& nameOrPath) = 0;
    virtual Result<std::vector<hardware::FieldChange>> profileDiff(const std::string& before,
                                                                   const std::string& after) = 0;
    virtual Result<std::vector<hardware::Similarity>> similarProfiles(const std::string& nameOrPath,
                                                                      std::size_t most) = 0;
    virtual Result<std::vector<hardware::Revision>>
    profileHistory(const std::string& nameOrPath) = 0;

    /// The user's store; made when there is none yet.
    virtual Result<std::vector<experience::Record>>
    experienceList(const experience::Filter& filter) = 0;
    virtual Result<experience::Stats> experienceStats() = 0;
    /// What each of the records is trusted now, in [0, 1]: age, changes of this machine's
    /// environment, and what probes confirmed.
    virtual Result<std::vector<double>>
    experienceTrust(const std::vector<experience::Record>& records) = 0;
    /// What transfers to a device, and how far it is trusted: what an adaptation would start from.
    virtual Result<TransferAnswer> experienceFor(const TransferRequest& request) = 0;

    /// The session's accuracy.json; nullopt when nothing was examined yet.
    virtual Result<std::optional<validation::Examination>>
    examination(const std::filesystem::path& session) = 0;
    /// Pictures of the session's validation samples, stretched to their range; empty where the
    /// input is no picture (rank 4 with 1 or 3 channels) or there is no data.
    virtual Result<std::vector<SamplePicture>>
    samplePictures(const std::filesystem::path& session, const std::vector<std::size_t>& samples,
                   const CancellationToken& cancel) = 0;

    /// Is everything here? Works when nothing is.
    virtual SystemReport systemReport() = 0;
};

} // namespace metainfer::engine
