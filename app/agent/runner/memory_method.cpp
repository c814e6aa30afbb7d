// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Peak resident memory that the model adds to this fresh process.
#include "methods.h"
#include "runnable.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"

#include <algorithm>
#include <cstdint>
#include <fstream>

#include <unistd.h>

namespace metainfer::runner {

namespace {

/// Makes every page of the runtime's file resident, so that code which the model's run happens to
/// touch first is not counted as the model's.
void touchLibrary(const std::filesystem::path& file) {
    std::ifstream maps("/proc/self/maps");
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
    for (std::string line; std::getline(maps, line);) {
        if (!line.ends_with(file.string()))
            continue;
        char* next = nullptr;
        const std::uintptr_t start = std::strtoull(line.c_str(), &next, 16);
        const std::uintptr_t end = std::strtoull(next + 1, &next, 16);
        if (next[1] != 'r')
            continue;
        for (std::uintptr_t address = start; address < end; address += page)
            (void)*reinterpret_cast<const volatile char*>(address);
    }
}

} // namespace

Result<Json> memory(const Json& params, const Progress&) {
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    MI_ASSIGN(std::vector<NamedTensor> inputs, tensorsOf(params, "inputs"));
    MI_ASSIGN(const auto libraries, readyRuntime(variant.options));
    for (const std::filesystem::path& library : libraries)
        touchLibrary(library);
    MemoryReport report;
    resetPeakResident();
    report.baselineBytes = residentBytes(getpid());
    {
        MI_ASSIGN(const auto session, loadSession(variant));
        report.load = session->report();
        report.afterLoadBytes = residentBytes(getpid());
        MI_ASSIGN(const auto run, session->prepare(std::move(inputs)));
        const int runs = std::max(1, jsonValue(params, "runs", 3));
        for (int i = 0; i < runs; ++i)
            MI_CHECK(run->run());
        report.peakBytes = std::max(peakResidentBytes(getpid()), report.afterLoadBytes);
    }
    report.attributableBytes = report.peakBytes - std::min(report.peakBytes, report.baselineBytes);
    return toJson(report);
}

} // namespace metainfer::runner
