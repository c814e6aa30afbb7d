// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Real SSH servers for tests: each in a network namespace of its own with its own address, host key
// and home, behind one bridge. Everything is named after this process; what a crashed run left is
// removed by the next one. Needs root.
#pragma once

#include "base/file.h"
#include "base/subprocess.h"
#include "measurement/ssh/ssh_target.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer::test {

namespace fs = std::filesystem;

/// Output of a shell command, run to its end; `code` gets its exit code.
inline std::string shell(const std::string& command, int* code = nullptr) {
    SpawnOptions options;
    options.arguments = {"/bin/sh", "-c", command};
    const auto done = runCommand(options, {}, std::chrono::seconds(30));
    if (code)
        *code = done ? done->exit.code : -1;
    return done ? done->out + done->err : done.error().text();
}

inline void writeFile(const fs::path& path, const std::string& text, unsigned mode = 0644) {
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    chmod(path.c_str(), mode);
}

/// Waits for what other processes do; false when it has not come about after `most`.
template <typename Condition>
bool eventually(Condition condition, std::chrono::milliseconds most = std::chrono::seconds(10)) {
    const auto deadline = std::chrono::steady_clock::now() + most;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

class SshLab {
  public:
    struct Settings {
        bool password = true;     ///< PasswordAuthentication
        bool interactive = false; ///< keyboard-interactive through PAM, and nothing else
        std::string authorized;   ///< public keys that are let in
        std::string path;         ///< PATH of commands; empty = the server's
        std::string shell = "/bin/sh";
        std::string environment; ///< further NAME=value
        std::string lines;       ///< of sshd_config
        std::string wrapper;     ///< a command that starts the server
        int port = 22;
    };

    struct Device {
        Settings settings;
        std::string space; ///< network namespace
        std::string address, user, hostKeyPrint;
        fs::path folder, home;
        std::unique_ptr<Subprocess> server;

        fs::path temporary() const { return folder / "tmp"; }

        SshTarget target() const {
            SshTarget target;
            target.user = user;
            target.host = address;
            target.port = settings.port == 22 ? 0 : settings.port;
            return target;
        }
    };

    /// Why no lab can be had here; empty when it can.
    static std::string whyNot() {
        if (geteuid() != 0)
            return "needs root: SSH servers in network namespaces";
        for (const char* program : {"/usr/sbin/sshd", "/usr/bin/ssh-keygen", "/usr/sbin/useradd"})
            if (access(program, X_OK) != 0)
                return fmt::format("needs {}", program);
        int code = 0;
        const std::string space = fmt::format("mi-try-{}", getpid());
        shell(fmt::format("ip netns add {0} && ip netns del {0}", space), &code);
        return code == 0 ? std::string() : "needs ip and network namespaces";
    }

    static constexpr const char* kPassword = "correct horse";

    SshLab() {
        sweep();
        m_id = getpid();
        m_folder = fmt::format("/tmp/mi-lab-{}", m_id);
        fs::create_directories(m_folder);
        chmod(m_folder.c_str(), 0755);
        m_madeRun = mkdir("/run/sshd", 0755) == 0;
        m_bridge = fmt::format("mib{}", m_id);
        m_net = fmt::format("10.{}.{}", 200 + m_id / 250 % 50, m_id % 250);
        batch({fmt::format("link add name {} type bridge", m_bridge),
               fmt::format("addr add {}.1/24 dev {}", m_net, m_bridge),
               fmt::format("link set {} up", m_bridge)});
        // Nothing of the person's own takes part.
        setenv("HOME", (m_folder / "client").c_str(), 1);
        unsetenv("SSH_AUTH_SOCK");
        setenv("METAINFER_SSH_CONFIG", (m_folder / "client/config").c_str(), 1);
        setenv("METAINFER_KNOWN_HOSTS", (m_folder / "client/known_hosts").c_str(), 1);
        writeFile(m_folder / "client/config", "");
    }

    ~SshLab() {
        // All at once: the kernel takes its time for each.
        shell(fmt::format("for n in $(ip netns list | cut -d' ' -f1 | grep '^mi-lab-{}-'); do "
                          "(for p in $(ip netns pids $n); do kill -9 $p; done; ip netns del $n) & "
                          "done; wait; ip link del {}",
                          m_id, m_bridge));
        m_devices.clear();
        for (const std::string& user : m_users)
            shell(fmt::format("userdel {0} 2>/dev/null; groupdel {0} 2>/dev/null", user));
        unmountBelow(m_folder);
        fs::remove_all(m_folder);
        if (m_madeRun)
            rmdir("/run/sshd");
    }

    fs::path folder() const { return m_folder; }
    fs::path knownHosts() const { return m_folder / "client/known_hosts"; }
    fs::path config() const { return m_folder / "client/config"; }

    /// A private key; its public half is beside it. Empty passphrase = none.
    fs::path makeKey(const std::string& name, const std::string& passphrase,
                     const std::string& type = "ed25519") {
        const fs::path file = m_folder / "client" / name;
        shell(fmt::format("ssh-keygen -q -t {} -N '{}' -C test -f '{}'", type, passphrase,
                          file.string()));
        return file;
    }
    static std::string publicHalf(const fs::path& key) {
        return readTextFile(key.string() + ".pub").value_or("");
    }

    /// A device that is on. All devices of a lab know the same user with kPassword; homes differ.
    Device& add(const Settings& settings) {
        auto device = std::make_unique<Device>();
        const int number = ++m_count;
        device->settings = settings;
        device->user = userWith(settings.shell);
        device->space = fmt::format("mi-lab-{}-{}", m_id, number);
        device->address = fmt::format("{}.{}", m_net, number + 1);
        device->folder = m_folder / fmt::format("device{}", number);
        device->home = device->folder / "home";
        fs::create_directories(device->home);
        fs::create_directories(device->temporary());
        fs::create_directories(device->folder / "shared");
        chmod(device->temporary().c_str(), 01777);
        chmod((device->folder / "shared").c_str(), 01777);
        shell(fmt::format("chown {} {}", device->user, device->home.string()));
        const std::string outside = fmt::format("mv{}-{}", m_id, number);
        batch({fmt::format("netns add {}", device->space),
               fmt::format("link add {} type veth peer name eth0 netns {}", outside, device->space),
               fmt::format("link set {} master {} up", outside, m_bridge)});
        shell(fmt::format("ip -n {0} addr add {1}/24 dev eth0; ip -n {0} link set eth0 up; "
                          "ip -n {0} link set lo up",
                          device->space, device->address));
        makeHostKey(*device);
        configure(*device);
        m_devices.push_back(std::move(device));
        start(*m_devices.back());
        return *m_devices.back();
    }

    void makeHostKey(Device& device) {
        const std::string file = (device.folder / "host_key").string();
        shell(fmt::format("rm -f {0} {0}.pub; ssh-keygen -q -t ed25519 -N '' -C '' -f {0}", file));
        std::istringstream words(shell("ssh-keygen -lf " + file + ".pub"));
        words >> device.hostKeyPrint >> device.hostKeyPrint;
    }

    /// Writes what the server reads when it starts.
    void configure(Device& device) {
        const Settings& s = device.settings;
        writeFile(device.folder / "authorized_keys", s.authorized);
        // Devices share this machine's disk: what agents keep in common is told apart.
        std::string environment =
            fmt::format("HOME={} TMPDIR={} METAINFER_LOCK_FILE={}", device.home.string(),
                        device.temporary().string(), (device.folder / "shared/lock").string());
        if (!s.path.empty())
            environment += " PATH=" + s.path;
        if (!s.environment.empty())
            environment += " " + s.environment;
        writeFile(device.folder / "sshd_config",
                  fmt::format("Port {}\nListenAddress {}\nHostKey {}\nPidFile none\n"
                              "AuthorizedKeysFile {}\nStrictModes no\nUsePAM {}\nUseDNS no\n"
                              "PasswordAuthentication {}\nKbdInteractiveAuthentication {}\n"
                              "SetEnv {}\nPrintMotd no\nMaxStartups 100\n{}\n",
                              s.port, device.address, (device.folder / "host_key").string(),
                              (device.folder / "authorized_keys").string(),
                              s.interactive ? "yes" : "no",
                              s.password && !s.interactive ? "yes" : "no",
                              s.interactive ? "yes" : "no", environment, s.lines));
    }

    void start(Device& device) {
        SpawnOptions options;
        options.arguments = {
            "/bin/sh", "-c",
            fmt::format("exec ip netns exec {} {} /usr/sbin/sshd -D -e -f {} 2>>{}", device.space,
                        device.settings.wrapper, (device.folder / "sshd_config").string(),
                        (device.folder / "sshd.log").string())};
        options.pipeStderr = false;
        auto server = Subprocess::spawn(options);
        if (server)
            device.server = std::make_unique<Subprocess>(std::move(*server));
        eventually([&] { return answers(device); });
    }

    /// Dropbear instead of OpenSSH, as small boards have it; reads `environment` and `path` too.
    void startDropbear(Device& device) {
        const std::string key = (device.folder / "dropbear_key").string();
        shell(fmt::format("rm -f {0}; dropbearkey -t ed25519 -f {0}", key));
        SpawnOptions options;
        options.arguments = {
            "/bin/sh", "-c",
            fmt::format("exec ip netns exec {} env HOME={} TMPDIR={} dropbear -F -E "
                        "-p {}:{} -r {} 2>>{}",
                        device.space, device.home.string(), device.temporary().string(),
                        device.address, device.settings.port, key,
                        (device.folder / "sshd.log").string())};
        options.pipeStderr = false;
        auto server = Subprocess::spawn(options);
        if (server)
            device.server = std::make_unique<Subprocess>(std::move(*server));
        eventually([&] { return answers(device); });
    }

    /// The device loses its power: every process there is gone at once.
    void powerOff(Device& device) {
        shell(fmt::format("for p in $(ip netns pids {}); do kill -9 $p; done", device.space));
        device.server.reset();
        eventually([&] { return processes(device).empty(); });
    }

    /// Ids of everything that runs on the device, the server too.
    static std::vector<int> processes(const Device& device) {
        std::istringstream words(shell("ip netns pids " + device.space + " 2>/dev/null"));
        std::vector<int> found;
        for (int pid = 0; words >> pid;)
            found.push_back(pid);
        return found;
    }

    /// Command lines of what runs there beside the server's own processes.
    static std::vector<std::string> programs(const Device& device) {
        std::vector<std::string> found;
        for (const int pid : processes(device)) {
            std::error_code error;
            const auto exe = fs::read_symlink(fmt::format("/proc/{}/exe", pid), error);
            if (!error && exe.filename().string().rfind("sshd", 0) != 0 && exe.filename() != "ip" &&
                exe.filename() != "dropbear")
                found.push_back(fmt::format("{} {}", pid, exe.string()));
        }
        return found;
    }

    static std::string log(const Device& device) {
        return readTextFile(device.folder / "sshd.log").value_or("");
    }

    /// A small file system for the device, owned by its user. The device is started again, since
    /// its server sees the mounts of when it began.
    fs::path mountSmall(Device& device, const std::string& name, const std::string& options,
                        unsigned long flags = 0) {
        const fs::path at = device.folder / name;
        fs::create_directories(at);
        mount("tmpfs", at.c_str(), "tmpfs", flags, options.c_str());
        shell(fmt::format("chown {} {}", device.user, at.string()));
        powerOff(device);
        start(device);
        return at;
    }

    /// Namespaces and links of this lab that exist, for the test that nothing is left.
    static std::string leftovers(int id) {
        return shell(fmt::format("ip netns list | grep 'mi-lab-{0}-'; ip link | grep 'mi[bv]{0}'; "
                                 "grep 'milab{0}' /etc/passwd; ls -d /tmp/mi-lab-{0} 2>/dev/null",
                                 id));
    }
    int id() const { return m_id; }

  private:
    static bool answers(const Device& device) {
        const UniqueFd fd(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(device.settings.port));
        inet_pton(AF_INET, device.address.c_str(), &address.sin_addr);
        return connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    }

    static void batch(const std::vector<std::string>& commands) {
        std::string text;
        for (const std::string& command : commands)
            text += command + "\n";
        SpawnOptions options;
        options.arguments = {"ip", "-batch", "-"};
        (void)runCommand(options, text, std::chrono::seconds(30));
    }

    std::string userWith(const std::string& loginShell) {
        static const std::string letters = "abcdefgh";
        for (std::size_t i = 0; i < m_shells.size(); ++i)
            if (m_shells[i] == loginShell)
                return m_users[i];
        const std::string user = fmt::format("milab{}{}", m_id, letters[m_users.size()]);
        shell(fmt::format("useradd -M -d / -s '{1}' {0}; echo '{0}:{2}' | chpasswd", user,
                          loginShell, kPassword));
        m_shells.push_back(loginShell);
        m_users.push_back(user);
        return user;
    }

    static void unmountBelow(const fs::path& folder) {
        shell(fmt::format("grep ' {}/' /proc/mounts | cut -d' ' -f2 | while read m; do "
                          "umount -l \"$m\"; done",
                          folder.string()));
    }

    /// What runs before this one left when they were killed.
    static void sweep() {
        std::set<int> ids;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator("/tmp", error)) {
            const std::string name = entry.path().filename().string();
            if (name.rfind("mi-lab-", 0) == 0)
                ids.insert(std::atoi(name.c_str() + 7));
        }
        for (const int id : ids) {
            if (id <= 0 || kill(id, 0) == 0)
                continue;
            shell(fmt::format(
                "for n in $(ip netns list | cut -d' ' -f1 | grep '^mi-lab-{0}-'); do "
                "for p in $(ip netns pids $n); do kill -9 $p; done; ip netns del $n; done; "
                "ip link del mib{0} 2>/dev/null; "
                "for u in $(cut -d: -f1 /etc/passwd | grep '^milab{0}[a-h]$'); do userdel $u; done",
                id));
            const fs::path folder = fmt::format("/tmp/mi-lab-{}", id);
            unmountBelow(folder);
            fs::remove_all(folder, error);
        }
    }

    int m_id = 0, m_count = 0;
    bool m_madeRun = false;
    fs::path m_folder;
    std::string m_bridge, m_net;
    std::vector<std::string> m_users, m_shells;
    std::vector<std::unique_ptr<Device>> m_devices;
};

} // namespace metainfer::test
