// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Baselines as JSON lines.
#include "experience/baselines.h"

#include "base/file.h"
#include "experience/lock_beside.h"
#include "experience/store.h"
#include "measurement/json_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace metainfer::experience {
namespace fs = std::filesystem;
using measurement::intervalFromJson;
using measurement::intervalToJson;

namespace {

constexpr std::string_view kSchema = "baseline";

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        if (end > begin)
            lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

/// The file's content; empty when there is none yet.
Result<std::string> contentOf(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error))
        return std::string();
    return readTextFile(path);
}

} // namespace

Json Baseline::toJson() const {
    return {{"schema", "baseline/1"},
            {"id", id},
            {"device", device},
            {"environment", environment},
            {"recorded_at", recordedAt},
            {"model", model},
            {"model_hash", modelHash},
            {"who", who},
            {"what", what},
            {"hours", measurement::orNull(hours)},
            {"file", file},
            {"file_hash", fileHash},
            {"session", session},
            {"ratio", intervalToJson(ratio)},
            {"verdict", verdict},
            {"clock", clock},
            {"original_us", originalUs},
            {"baseline_us", baselineUs},
            {"grade", grade},
            {"cosine", measurement::orNull(cosine)}};
}

Result<Baseline> Baseline::fromJson(const Json& json) {
    MI_CHECK(measurement::checkSchema(json, kSchema, 1));
    const auto text = [&json](const char* key) { return jsonValue<std::string>(json, key, ""); };
    Baseline b;
    b.id = text("id");
    b.device = text("device");
    b.environment = text("environment");
    b.recordedAt = text("recorded_at");
    b.model = text("model");
    b.modelHash = text("model_hash");
    b.who = text("who");
    b.what = text("what");
    b.hours = measurement::optionalValue<double>(json, "hours");
    b.file = text("file");
    b.fileHash = text("file_hash");
    b.session = text("session");
    b.ratio = intervalFromJson(jsonValue(json, "ratio", Json::object()));
    b.verdict = text("verdict");
    b.clock = text("clock");
    b.originalUs = jsonValue(json, "original_us", 0.0);
    b.baselineUs = jsonValue(json, "baseline_us", 0.0);
    b.grade = text("grade");
    b.cosine = measurement::optionalValue<double>(json, "cosine");
    if (b.id.empty() || b.device.empty() || b.modelHash.empty() || b.ratio.value <= 0)
        return fail(ErrorCode::InvalidArgument,
                    "a baseline needs an id, a device, a model_hash and a ratio above 0");
    return b;
}

fs::path BaselineBook::defaultPath() {
    return Store::defaultPath().parent_path() / "baselines.jsonl";
}

Status BaselineBook::add(const Baseline& baseline) const {
    MI_ASSIGN(const FileLock lock, lockBeside(m_path));
    MI_ASSIGN(LineWriter writer, LineWriter::open(m_path));
    return writer.write(dumpJson(baseline.toJson()));
}

Result<std::vector<Baseline>> BaselineBook::list(const std::string& device,
                                                 const std::string& modelHash,
                                                 std::vector<std::string>* problems) const {
    MI_ASSIGN(const std::string text, contentOf(m_path));
    std::vector<Baseline> found;
    int number = 0;
    for (const std::string& line : linesOf(text)) {
        ++number;
        const std::string place = fmt::format("{}:{}", m_path.string(), number);
        const auto json = parseJson(line, place);
        auto baseline = json ? Baseline::fromJson(*json) : Result<Baseline>(fail(json.error()));
        if (!baseline) {
            if (problems)
                problems->push_back(place + ": " + baseline.error().text());
            continue;
        }
        if ((device.empty() || baseline->device == device) &&
            (modelHash.empty() || baseline->modelHash == modelHash))
            found.push_back(std::move(*baseline));
    }
    return found;
}

Status BaselineBook::remove(const std::string& id) const {
    MI_ASSIGN(const FileLock lock, lockBeside(m_path));
    MI_ASSIGN(const std::string text, contentOf(m_path));
    std::string kept;
    bool found = false;
    for (const std::string& line : linesOf(text)) {
        const auto json = parseJson(line, m_path.string());
        if (json && jsonValue<std::string>(*json, "id", "") == id)
            found = true;
        else
            kept += line + "\n"; // what cannot be read is not ours to drop
    }
    if (!found)
        return fail(ErrorCode::NotFound, fmt::format("there is no baseline '{}'", id),
                    "See the ids with: metainfer baseline list");
    return writeFileAtomically(m_path, kept);
}

bool BaselineBook::shallAsk(const std::string& device) const {
    const fs::path asked = m_path.parent_path() / "baselines-asked.txt";
    const auto lock = lockBeside(asked);
    const auto text = contentOf(asked);
    if (!lock || !text)
        return false; // asking every time would be worse than never
    const auto known = linesOf(*text);
    if (std::find(known.begin(), known.end(), device) != known.end())
        return false;
    const auto recorded = list(device, {});
    if (recorded && !recorded->empty())
        return false;
    return writeFileAtomically(asked, *text + device + "\n").has_value();
}

} // namespace metainfer::experience
