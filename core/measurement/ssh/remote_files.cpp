// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Running scripts on a device, and copying files to it.
#include "measurement/ssh/remote_files.h"

#include "base/file.h"
#include "base/hash.h"
#include "measurement/ssh/remote_scripts.h"
#include "measurement/ssh/ssh_loop.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace metainfer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::string_view kPrefix = "mi:";
constexpr std::size_t kBlock = 128 << 10;
constexpr std::chrono::seconds kLongestStall{60};

std::string trimmed(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' '))
        text.pop_back();
    return text;
}

bool mentions(const std::string& text, std::initializer_list<const char*> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](const char* word) { return text.find(word) != std::string::npos; });
}

/// One upload of one file.
class Upload {
  public:
    Upload(SshConnection& connection, const SshUpload& order, const CancellationToken& cancel)
        : m_connection(connection)
        , m_order(order)
        , m_cancel(cancel) {}

    using Start =
        std::function<Result<std::shared_ptr<SshConnection::Channel>>(const std::string& command)>;

    Status run(const Start& start, const std::function<void()>& wake) {
        MI_ASSIGN(m_file, RandomAccessFile::open(m_order.local));
        m_hash = m_order.sha256;
        if (m_hash.empty()) {
            MI_ASSIGN(m_hash, sha256OfFile(m_order.local));
        }
        Status sent = copy(start, wake);
        if (!sent && sent.error().code == ErrorCode::NumericMismatch) // of a part taken over
            sent = copy(start, wake);
        if (!sent && m_connection.isConnected())
            (void)runScript(m_connection, variables() + "rm -f \"$folder/$name.part-$tag\"", {});
        if (!sent && sent.error().code == ErrorCode::NumericMismatch)
            return fail(ErrorCode::Io, sent.error().message, sent.error().hint);
        return sent;
    }

  private:
    std::string what() const {
        return fmt::format("cannot write {} on {}", m_order.remote, m_connection.name());
    }

    std::string variables() const {
        const std::filesystem::path remote = m_order.remote;
        return fmt::format("folder={}\nname={}\ntag={}\n",
                           shellQuoted(remote.parent_path().string()),
                           shellQuoted(remote.filename().string()), shellQuoted(m_order.tag));
    }

    Status copy(const Start& start, const std::function<void()>& wake) {
        MI_ASSIGN(
            const ScriptAnswer there,
            runScript(m_connection, variables() + std::string(kPrepareUploadScript), m_cancel));
        const std::int64_t size = there.number("size");
        if (!there.exit.succeeded() || size < 0)
            return fail(remoteFileError(m_connection.name(), what(), there.errors));
        const std::string part = there.value("part");
        const std::uint64_t total = m_file->size();
        std::uint64_t from = static_cast<std::uint64_t>(size);
        if (from > total || !there.has("hashes"))
            from = 0; // without a check there what is there is not trusted
        MI_CHECK(send(part, from, start, wake));
        return finish(total);
    }

    Status send(const std::string& part, std::uint64_t from, const Start& start,
                const std::function<void()>& wake) {
        const std::string script =
            std::string(kCopyScript) + (from == 0 ? "> " : ">> ") + shellQuoted(part);
        MI_ASSIGN(const std::shared_ptr<SshConnection::Channel> channel,
                  start("exec /bin/sh -c " + shellQuoted(script)));
        std::uint64_t at = from;
        std::uint64_t sent = from;
        std::string block;
        auto lastMove = Clock::now();
        std::unique_lock lock(channel->mutex);
        while (!channel->hasEnded) {
            if (at < m_file->size() && channel->outgoing.size() < SshConnection::Channel::kBuffer) {
                block.resize(std::min<std::uint64_t>(kBlock, m_file->size() - at));
                lock.unlock();
                const Status read =
                    m_file->read(at, std::as_writable_bytes(std::span(block.data(), block.size())));
                lock.lock();
                if (!read) {
                    channel->wantsClose = true;
                    wake();
                    return read;
                }
                channel->outgoing += block;
                at += block.size();
                wake();
                continue;
            }
            channel->wantsEof = at == m_file->size();
            wake();
            channel->changed.wait_for(lock, std::chrono::milliseconds(100));
            const std::uint64_t now = at - channel->outgoing.size();
            if (now != sent)
                lastMove = Clock::now();
            if (now != sent && m_order.onProgress) {
                lock.unlock();
                m_order.onProgress(now, m_file->size());
                lock.lock();
            }
            sent = now;
            const bool isStuck = Clock::now() - lastMove > kLongestStall;
            if (!m_cancel.isCancelled() && !isStuck)
                continue;
            channel->wantsClose = channel->wantsSignal = true;
            wake();
            MI_CHECK(m_cancel.check());
            return fail(
                ErrorCode::Timeout,
                fmt::format("{}: nothing has moved for {} s", what(), kLongestStall.count()),
                "the device or its disk may be overloaded; try again");
        }
        if (!channel->exit)
            return fail(ErrorCode::DeviceLost,
                        fmt::format("the connection to {} ended while {} was copied: {}",
                                    m_connection.name(), m_order.remote, channel->endReason),
                        "it is taken up again when the device can be reached");
        if (!channel->exit->succeeded())
            return fail(remoteFileError(m_connection.name(), what(), channel->errors));
        if (m_order.onProgress)
            m_order.onProgress(m_file->size(), m_file->size());
        return {};
    }

    Status finish(std::uint64_t total) {
        const std::string head = fmt::format("total={}\nwanted={}\nmode={}\n", total, m_hash,
                                             m_order.executable ? "700" : "600");
        MI_ASSIGN(const ScriptAnswer there,
                  runScript(m_connection, variables() + head + std::string(kFinishUploadScript),
                            m_cancel, std::chrono::minutes(5)));
        if (there.has("done"))
            return {};
        if (there.exit.code == 3 || there.exit.code == 4)
            return fail(ErrorCode::NumericMismatch,
                        fmt::format("{}: what arrived is another file", what()),
                        "check the device's disk, and try again");
        return fail(remoteFileError(m_connection.name(), what(), there.errors));
    }

    SshConnection& m_connection;
    const SshUpload& m_order;
    const CancellationToken& m_cancel;
    std::shared_ptr<const RandomAccessFile> m_file;
    std::string m_hash;
};

} // namespace

std::string ScriptAnswer::value(const std::string& name) const {
    const auto& found = all(name);
    return found.empty() ? std::string() : found.front();
}

std::int64_t ScriptAnswer::number(const std::string& name) const {
    const std::string text = value(name);
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? number : -1;
}

const std::vector<std::string>& ScriptAnswer::all(const std::string& name) const {
    static const std::vector<std::string> none;
    const auto found = values.find(name);
    return found == values.end() ? none : found->second;
}

Result<ScriptAnswer> runScript(SshConnection& connection, std::string_view script,
                               const CancellationToken& cancel, std::chrono::milliseconds timeout) {
    SshExecLimits limits;
    limits.timeout = timeout;
    const std::string whole = fmt::format("{}\n{}\n", kScriptHead, script);
    MI_ASSIGN(const CommandOutput output, connection.exec("/bin/sh -s", whole, limits, cancel));
    ScriptAnswer answer;
    answer.exit = output.exit;
    answer.errors = trimmed(output.err);
    std::string_view rest = output.out;
    while (!rest.empty()) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(rest.size(), line.size() + 1));
        const std::size_t equals = line.find('=');
        if (line.starts_with(kPrefix) && equals != std::string_view::npos)
            answer.values[std::string(line.substr(kPrefix.size(), equals - kPrefix.size()))]
                .push_back(trimmed(std::string(line.substr(equals + 1))));
    }
    if (!answer.has("shell"))
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} runs no commands: {} {}", connection.name(), output.exit.text(),
                                trimmed(output.err.empty() ? output.out : output.err)),
                    "this user needs a shell there (/bin/sh); some accounts only copy files or are "
                    "locked");
    return answer;
}

Error remoteFileError(const std::string& device, const std::string& what,
                      const std::string& message) {
    const std::string last = message.substr(message.rfind('\n') + 1);
    if (mentions(message, {"No space left", "Disk quota exceeded", "File too large"}))
        return {ErrorCode::NoSpace,
                fmt::format("{}: its disk is full", what),
                fmt::format("free some space on {}, or choose another folder there", device),
                {}};
    if (mentions(message,
                 {"Permission denied", "Read-only file system", "Operation not permitted"}))
        return {ErrorCode::PermissionDenied,
                fmt::format("{}: {}", what, last),
                "choose a folder there that this user may write",
                {}};
    return {ErrorCode::Io, fmt::format("{}: {}", what, last), "check the device's disk", {}};
}

Status SshConnection::upload(const SshUpload& order, const CancellationToken& cancel) {
    Upload upload(*this, order, cancel);
    return upload.run([&](const std::string& command) { return start(command, cancel); },
                      [this] { m_loop->wake(); });
}

} // namespace metainfer
