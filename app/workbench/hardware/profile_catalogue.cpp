// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// All profiles that can be named.
#include "hardware/profile_catalogue.h"

#include "hardware/quantity_text.h"
#include "session/engine_words.h"

#include "hardware/profile_store.h"
#include "hardware/profile_yaml.h"

#include <algorithm>
#include <map>

namespace metainfer::workbench {
namespace {

namespace fs = std::filesystem;

CatalogueEntry entryOfFile(const fs::path& file) {
    CatalogueEntry entry;
    entry.file = file;
    entry.name = QString::fromStdString(file.stem().string());
    auto loaded = hardware::loadProfile(file);
    if (loaded)
        entry.profile = std::make_shared<const hardware::Profile>(std::move(loaded->profile));
    else
        entry.problem = widgets::EngineWords::error(loaded.error());
    return entry;
}

std::vector<CatalogueEntry> readAll(engine::Commands& engine, const std::vector<fs::path>& extra) {
    std::vector<CatalogueEntry> entries;
    engine::ProfileCatalogue catalogue = engine.profiles();
    const fs::path user = hardware::userProfileFolder();
    std::error_code ignored;
    for (engine::ProfileEntry& found : catalogue.profiles) {
        CatalogueEntry entry;
        entry.name = QString::fromStdString(found.name);
        entry.own = fs::equivalent(found.file.parent_path(), user, ignored);
        entry.file = std::move(found.file);
        entry.profile = std::make_shared<const hardware::Profile>(std::move(found.profile));
        entries.push_back(std::move(entry));
    }
    // Files that do not load are shown too: this is where they are mended.
    if (!catalogue.problems.empty()) {
        const hardware::ProfileStore store;
        for (const std::string& name : store.names()) {
            const bool loaded = std::any_of(entries.begin(), entries.end(), [&](const auto& one) {
                return one.name.toStdString() == name;
            });
            if (const auto file = store.find(name); !loaded && file)
                entries.push_back(entryOfFile(*file));
        }
    }
    for (const fs::path& file : extra) {
        const bool known = std::any_of(entries.begin(), entries.end(), [&](const auto& one) {
            return fs::equivalent(one.file, file, ignored);
        });
        if (!known)
            entries.push_back(entryOfFile(file));
    }
    std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
        // A person's own come first.
        return a.own != b.own ? a.own : a.name < b.name;
    });
    return entries;
}

} // namespace

ProfileCatalogue::ProfileCatalogue(engine::Commands& engine, Jobs& jobs, QObject* parent)
    : QObject(parent)
    , m_engine(engine)
    , m_jobs(jobs) {}

void ProfileCatalogue::reload() {
    if (m_loading) {
        m_again = true;
        return;
    }
    m_loading = true;
    m_jobs.run<std::vector<CatalogueEntry>>(
        {}, this,
        [&engine = m_engine, extra = m_extra](const JobContext&) { return readAll(engine, extra); },
        [this](std::vector<CatalogueEntry> entries) {
            m_loading = false;
            m_entries = std::move(entries);
            if (std::exchange(m_again, false))
                return reload();
            emit changed();
        });
}

const CatalogueEntry* ProfileCatalogue::find(const fs::path& file) const {
    const auto it = std::find_if(m_entries.begin(), m_entries.end(), [&](const auto& entry) {
        std::error_code ignored;
        return entry.file == file || fs::equivalent(entry.file, file, ignored);
    });
    return it == m_entries.end() ? nullptr : &*it;
}

void ProfileCatalogue::addFile(const fs::path& file) {
    m_extra.push_back(file);
    reload();
}

QString deviceTypeText(hardware::DeviceType type) {
    switch (type) {
    case hardware::DeviceType::Cpu:
        return ProfileCatalogue::tr("CPU");
    case hardware::DeviceType::Gpu:
        return ProfileCatalogue::tr("GPU");
    case hardware::DeviceType::Npu:
        return ProfileCatalogue::tr("NPU");
    case hardware::DeviceType::Fpga:
        return ProfileCatalogue::tr("FPGA");
    case hardware::DeviceType::Asic:
        return ProfileCatalogue::tr("ASIC");
    case hardware::DeviceType::Dsp:
        return ProfileCatalogue::tr("DSP");
    }
    return {};
}

QString profileDetail(const hardware::Profile& profile) {
    std::map<NumberSource, int> counts;
    for (const auto& [path, entry] : profile.provenance)
        ++counts[entry.source];
    QStringList parts{deviceTypeText(profile.type)};
    if (!profile.vendor.empty())
        parts << QString::fromStdString(profile.vendor);
    const auto most =
        std::max_element(counts.begin(), counts.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (profile.hasMeasurements())
        parts << widgets::sourceText(NumberSource::Measured);
    else if (most != counts.end())
        parts << widgets::sourceText(most->first);
    return parts.join(" · ");
}

} // namespace metainfer::workbench
