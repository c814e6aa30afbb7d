// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The machine-wide lock over flock, and its queue as one locked file per waiter.
#include "execution/machine_lock.h"

#include "base/file.h"
#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace metainfer {
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

std::string utcNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string ownerText(const std::string& what) {
    return dumpJson(toJson(LockOwner{getpid(), what, utcNow()})) + "\n";
}

void writeOwner(int descriptor, const std::string& text) {
    // Only for people to read: a failure changes nothing about the lock.
    if (ftruncate(descriptor, 0) == 0)
        (void)!pwrite(descriptor, text.data(), text.size(), 0);
}

LockOwner readOwner(int descriptor) {
    std::array<char, 1024> buffer{};
    const ssize_t n = pread(descriptor, buffer.data(), buffer.size(), 0);
    if (n <= 0)
        return {};
    const auto json = parseJson({buffer.data(), static_cast<std::size_t>(n)}, "lock file");
    return json ? lockOwnerFromJson(*json) : LockOwner{};
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

} // namespace

Json toJson(const LockOwner& owner) {
    return Json{{"pid", owner.pid}, {"what", owner.what}, {"since", owner.since}};
}

LockOwner lockOwnerFromJson(const Json& json) {
    return {jsonValue(json, "pid", 0), jsonValue<std::string>(json, "what", ""),
            jsonValue<std::string>(json, "since", "")};
}

fs::path MachineLock::defaultPath() {
    if (const char* named = std::getenv("METAINFER_LOCK_FILE"); named && *named)
        return named;
    // The mode decides, not what this user may do: all users must come to the same answer.
    struct stat info {};
    if (stat("/var/lock", &info) == 0 && S_ISDIR(info.st_mode) && (info.st_mode & S_IWOTH))
        return fs::path("/var/lock") / kFileName;
    return fs::path("/tmp") / kFileName;
}

/// A file in the queue that the waiter keeps locked while it waits.
struct LockWait::Ticket {
    Ticket(const fs::path& lock, const std::string& what) {
        static std::atomic<unsigned> counter{0};
        const fs::path folder = queueFolder(lock);
        if (mkdir(folder.c_str(), 01777) == 0)
            (void)chmod(folder.c_str(), 01777);
        const auto now = std::chrono::system_clock::now().time_since_epoch().count();
        path = folder / fmt::format("{:020}-{}-{}", now, getpid(), counter++);
        for (int attempt = 0; attempt < 3; ++attempt) {
            descriptor = openShared(path);
            if (descriptor < 0)
                return; // an invisible place in the queue is still a place
            // Who sweeps between the two calls takes it for a dead one and removes it.
            (void)flock(descriptor, LOCK_EX);
            struct stat info {};
            if (fstat(descriptor, &info) == 0 && info.st_nlink > 0)
                break;
            close(std::exchange(descriptor, -1));
        }
        if (descriptor >= 0)
            writeOwner(descriptor, ownerText(what));
    }
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() {
        if (descriptor < 0)
            return;
        unlink(path.c_str());
        close(descriptor);
    }

    fs::path path;
    int descriptor = -1;
};

Result<LockWait> LockWait::begin(fs::path path, std::string what) {
    LockWait wait;
    wait.m_descriptor = openShared(path);
    if (wait.m_descriptor < 0)
        return fail(errnoError("cannot open the measurement lock " + path.string(), errno));
    wait.m_path = std::move(path);
    wait.m_what = std::move(what);
    return wait;
}

LockWait::LockWait(LockWait&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_what(std::move(other.m_what))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_ticket(std::move(other.m_ticket)) {}

LockWait& LockWait::operator=(LockWait&& other) noexcept {
    std::swap(m_path, other.m_path);
    std::swap(m_what, other.m_what);
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_ticket, other.m_ticket);
    return *this;
}

LockWait::~LockWait() {
    if (m_descriptor >= 0)
        close(m_descriptor);
}

Result<std::optional<MachineLock>> LockWait::tryAcquire() {
    if (flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return fail(errnoError("cannot lock " + m_path.string(), errno));
        if (!m_ticket)
            m_ticket = std::make_unique<Ticket>(m_path, m_what);
        return std::nullopt;
    }
    writeOwner(m_descriptor, ownerText(m_what));
    m_ticket.reset();
    (void)MachineLock::queue(m_path); // sweeps out what killed waiters left
    MachineLock lock;
    lock.m_descriptor = std::exchange(m_descriptor, -1);
    return std::optional<MachineLock>(std::move(lock));
}

LockOwner LockWait::holder() const {
    return readOwner(m_descriptor);
}

int LockWait::place() const {
    int before = 0;
    for (const fs::path& other : ticketsOf(m_path))
        before += m_ticket && other < m_ticket->path && !removeIfDead(other);
    return before;
}

Result<MachineLock> MachineLock::acquire(const fs::path& path, std::string what,
                                         const CancellationToken& cancel,
                                         std::chrono::milliseconds timeout,
                                         const std::function<void(const LockOwner&)>& onWait) {
    MI_ASSIGN(LockWait wait, LockWait::begin(path, std::move(what)));
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    auto nextReport = std::chrono::steady_clock::now();
    for (;;) {
        MI_ASSIGN(std::optional<MachineLock> lock, wait.tryAcquire());
        if (lock)
            return std::move(*lock);
        MI_CHECK(cancel.check());
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline) {
            const LockOwner owner = wait.holder();
            return fail(ErrorCode::Timeout,
                        fmt::format("the machine is measuring for process {} ({}) since {}",
                                    owner.pid, owner.what, owner.since),
                        "wait for it, or end that process");
        }
        if (onWait && now >= nextReport) {
            onWait(wait.holder());
            nextReport = now + std::chrono::seconds(1);
        }
        std::this_thread::sleep_for(kPoll);
    }
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

} // namespace metainfer
