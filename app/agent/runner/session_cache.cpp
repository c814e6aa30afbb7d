// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Loaded sessions kept between requests, the least recently used dropped first.
#include "methods.h"

#include "execution/agent_codec.h"
#include "execution/machine.h"
#include "execution/tensor_file.h"

#include <list>

#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::runner {

namespace {

constexpr std::size_t kMostSessions = 4;
constexpr std::uint64_t kMostResident = 2ull << 30;

struct Entry {
    std::string key;
    std::unique_ptr<RunnableSession> session;
};

std::string keyOf(const ModelVariant& variant) {
    struct stat info {};
    stat(variant.model.c_str(), &info);
    return fmt::format("{}|{}|{}|{}.{}|{}", variant.model.string(), info.st_ino, info.st_size,
                       info.st_mtim.tv_sec, info.st_mtim.tv_nsec, variant.options.signature());
}

} // namespace

Result<RunnableSession*> cachedSession(const Json& params) {
    static std::list<Entry> entries; // most recently used first
    MI_ASSIGN(const ModelVariant variant, variantFromJson(params));
    const std::string key = keyOf(variant);
    for (auto it = entries.begin(); it != entries.end(); ++it)
        if (it->key == key) {
            entries.splice(entries.begin(), entries, it);
            return entries.front().session.get();
        }
    while (entries.size() >= kMostSessions ||
           (!entries.empty() && residentBytes(getpid()) > kMostResident))
        entries.pop_back();
    MI_ASSIGN(auto session, loadSession(variant));
    entries.push_front({key, std::move(session)});
    return entries.front().session.get();
}

Result<std::vector<NamedTensor>> tensorsOf(const Json& params, const char* key) {
    const std::string path = jsonValue(params, key, std::string());
    if (path.empty())
        return fail(ErrorCode::InvalidArgument, fmt::format("the request has no `{}`", key));
    return readTensorFile(path);
}

} // namespace metainfer::runner
