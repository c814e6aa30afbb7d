// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The machine-wide lock over flock, and its queue as one locked file per waiter.
#include "measurement/machine_lock.h"

#include "base/file.h"
#include "base/json.h"
#include "measurement/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace metainfer::measurement {
namespace fs = std::filesystem;
namespace {

constexpr auto kPoll = std::chrono::milliseconds(20);
constexpr const char* kFileName = "metainfer-measure.lock";

/// A descriptor that closes itself; closing releases its flock.
class Descriptor {
  public:
    explicit Descriptor(int value)
        : m_value(value) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (m_value >= 0)
            close(m_value);
    }
    int get() const { return m_value; }
    int release() { return std::exchange(m_value, -1); }

  private:
    int m_value;
};

/// Opens for everybody. First without O_CREAT: in a sticky directory the kernel refuses O_CREAT on
/// a file that another user owns (fs.protected_regular), although its mode allows writing.
int openShared(const fs::path& path) {
    for (int attempt = 0; attempt < 2; ++attempt) {
        int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
        if (descriptor >= 0 || errno != ENOENT)
            return descriptor;
        descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0) {
            (void)fchmod(descriptor, 0666); // past the umask
            return descriptor;
        }
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

std::string ownerText(const std::string& what) {
    return dumpJson(Json{{"pid", getpid()}, {"what", what}, {"since", utcNow()}}) + "\n";
}

void writeOwner(int descriptor, const std::string& text) {
    // Only for people to read: a failure changes nothing about the lock.
    if (ftruncate(descriptor, 0) == 0)
        (void)!pwrite(descriptor, text.data(), text.size(), 0);
}

LockOwner readOwner(int descriptor) {
    std::array<char, 1024> buffer{};
    const ssize_t n = pread(descriptor, buffer.data(), buffer.size(), 0);
    LockOwner owner;
    if (n <= 0)
        return owner;
    if (const auto json = parseJson({buffer.data(), static_cast<std::size_t>(n)}, "lock file")) {
        owner.pid = jsonValue(*json, "pid", 0);
        owner.what = jsonValue<std::string>(*json, "what", "");
        owner.since = jsonValue<std::string>(*json, "since", "");
    }
    return owner;
}

fs::path queueFolder(const fs::path& lock) {
    return fs::path(lock.string() + ".queue");
}

/// Removes the ticket at `path` unless a live waiter holds it; `owner` is asked only then. The
/// file stays locked while it goes, so that nobody takes a ticket that is about to vanish.
bool removeIfDead(const fs::path& path, LockOwner* owner = nullptr) {
    const Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (descriptor.get() < 0)
        return true;
    if (flock(descriptor.get(), LOCK_EX | LOCK_NB) == 0) {
        unlink(path.c_str());
        return true;
    }
    if (owner)
        *owner = readOwner(descriptor.get());
    return false;
}

/// The tickets in the order in which they were drawn: their names start with the time.
std::vector<fs::path> ticketsOf(const fs::path& lock) {
    std::error_code error;
    std::vector<fs::path> tickets;
    for (fs::directory_iterator it(queueFolder(lock), error), end; !error && it != end;
         it.increment(error))
        tickets.push_back(it->path());
    std::sort(tickets.begin(), tickets.end());
    return tickets;
}

/// The waiter's ticket in the queue: a file that it keeps locked while it waits.
class Ticket {
  public:
    Ticket(const fs::path& lock, const std::string& what) {
        static std::atomic<unsigned> counter{0};
        const fs::path folder = queueFolder(lock);
        if (mkdir(folder.c_str(), 01777) == 0)
            (void)chmod(folder.c_str(), 01777);
        const auto now = std::chrono::system_clock::now().time_since_epoch().count();
        m_path = folder / fmt::format("{:020}-{}-{}", now, getpid(), counter++);
        for (int attempt = 0; attempt < 3; ++attempt) {
            m_descriptor = openShared(m_path);
            if (m_descriptor < 0)
                return; // an invisible place in the queue is still a place
            // Who sweeps between the two calls takes it for a dead one and removes it.
            (void)flock(m_descriptor, LOCK_EX);
            struct stat info {};
            if (fstat(m_descriptor, &info) == 0 && info.st_nlink > 0)
                break;
            close(std::exchange(m_descriptor, -1));
        }
        if (m_descriptor >= 0)
            writeOwner(m_descriptor, ownerText(what));
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() {
        if (m_descriptor < 0)
            return;
        unlink(m_path.c_str());
        close(m_descriptor);
    }

  private:
    fs::path m_path;
    int m_descriptor = -1;
};

} // namespace

fs::path MachineLock::defaultPath() {
    if (const char* named = std::getenv("METAINFER_LOCK_FILE"); named && *named)
        return named;
    // The mode decides, not what this user may do: all users must come to the same answer.
    struct stat info {};
    if (stat("/var/lock", &info) == 0 && S_ISDIR(info.st_mode) && (info.st_mode & S_IWOTH))
        return fs::path("/var/lock") / kFileName;
    return fs::path("/tmp") / kFileName;
}

Result<MachineLock> MachineLock::acquire(const fs::path& path, std::string what,
                                         const CancellationToken& cancel,
                                         std::chrono::milliseconds timeout,
                                         const std::function<void(const LockOwner&)>& onWait) {
    Descriptor descriptor(openShared(path));
    if (descriptor.get() < 0)
        return fail(errnoError("cannot open the measurement lock " + path.string(), errno));
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    auto nextReport = std::chrono::steady_clock::now();
    std::optional<Ticket> ticket;
    while (flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return fail(errnoError("cannot lock " + path.string(), errno));
        MI_CHECK(cancel.check());
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline) {
            const LockOwner owner = readOwner(descriptor.get());
            return fail(ErrorCode::Timeout,
                        fmt::format("the machine is measuring for process {} ({}) since {}",
                                    owner.pid, owner.what, owner.since),
                        "wait for it, or end that process");
        }
        if (!ticket)
            ticket.emplace(path, what);
        if (onWait && now >= nextReport) {
            onWait(readOwner(descriptor.get()));
            nextReport = now + std::chrono::seconds(1);
        }
        std::this_thread::sleep_for(kPoll);
    }
    writeOwner(descriptor.get(), ownerText(what));
    ticket.reset();
    (void)queue(path); // sweeps out what killed waiters left
    MachineLock lock;
    lock.m_descriptor = descriptor.release();
    return lock;
}

MachineLock::MachineLock(MachineLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

MachineLock& MachineLock::operator=(MachineLock&& other) noexcept {
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

MachineLock::~MachineLock() {
    if (m_descriptor < 0)
        return;
    (void)!ftruncate(m_descriptor, 0);
    close(m_descriptor);
}

std::optional<LockOwner> MachineLock::holder(const fs::path& path) {
    const Descriptor descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (descriptor.get() < 0)
        return std::nullopt; // nobody ever measured
    if (flock(descriptor.get(), LOCK_SH | LOCK_NB) == 0)
        return std::nullopt;
    return readOwner(descriptor.get());
}

std::vector<LockOwner> MachineLock::queue(const fs::path& path) {
    std::vector<LockOwner> owners;
    for (const fs::path& ticket : ticketsOf(path)) {
        LockOwner owner;
        if (!removeIfDead(ticket, &owner))
            owners.push_back(std::move(owner));
    }
    return owners;
}

} // namespace metainfer::measurement
