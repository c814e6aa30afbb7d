// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The controlling terminal, or SSH_ASKPASS.
#include "terminal_prompts.h"

#include "base/subprocess.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

namespace metainfer::cli {
namespace {

constexpr std::chrono::minutes kPatience{5};

/// Restores the terminal however the question ends.
class Terminal {
  public:
    explicit Terminal(bool echo)
        : m_fd(open("/dev/tty", O_RDWR | O_CLOEXEC)) {
        if (!m_fd || tcgetattr(m_fd.get(), &m_before) != 0)
            return;
        termios now = m_before;
        // Ctrl+C comes as a character: the terminal is restored before the program ends.
        now.c_lflag &= ~static_cast<tcflag_t>(ISIG | (echo ? 0 : ECHO));
        m_isSet = tcsetattr(m_fd.get(), TCSAFLUSH, &now) == 0;
    }
    ~Terminal() {
        if (m_isSet)
            tcsetattr(m_fd.get(), TCSAFLUSH, &m_before);
    }
    bool isThere() const { return m_isSet; }

    void write(const std::string& text) { (void)writeAll(m_fd.get(), text); }
    /// nullopt at Ctrl+C, Ctrl+D on an empty line, or when nobody answers.
    std::optional<std::string> readLine() {
        std::string line;
        for (;;) {
            pollfd item{m_fd.get(), POLLIN, 0};
            const auto wait = std::chrono::milliseconds(kPatience).count();
            const int ready = poll(&item, 1, static_cast<int>(wait));
            if (ready < 0 && errno == EINTR)
                continue;
            char c = 0;
            if (ready <= 0 || read(m_fd.get(), &c, 1) != 1)
                return std::nullopt;
            if (c == '\n')
                return line;
            if (c == m_before.c_cc[VINTR]) {
                std::raise(SIGINT);
                return std::nullopt;
            }
            line += c;
        }
    }

  private:
    UniqueFd m_fd;
    termios m_before{};
    bool m_isSet = false;
};

std::optional<std::string> fromAskpass(const std::string& what) {
    const char* program = std::getenv("SSH_ASKPASS");
    if (!program || !*program)
        return std::nullopt;
    SpawnOptions command;
    command.arguments = {program, what};
    auto output = runCommand(command, {}, kPatience);
    if (!output || !output->exit.succeeded())
        return std::nullopt;
    std::string answer = output->out;
    while (!answer.empty() && (answer.back() == '\n' || answer.back() == '\r'))
        answer.pop_back();
    explicit_bzero(output->out.data(), output->out.size());
    return answer;
}

} // namespace

std::optional<std::string> TerminalPrompts::secret(const std::string& what) {
    const std::lock_guard lock(m_mutex);
    Terminal terminal(false);
    if (!terminal.isThere())
        return fromAskpass(what);
    terminal.write(what + ": ");
    auto line = terminal.readLine();
    terminal.write("\n");
    return line;
}

std::optional<bool> TerminalPrompts::confirm(const std::string& question) {
    const std::lock_guard lock(m_mutex);
    Terminal terminal(true);
    if (!terminal.isThere())
        return std::nullopt;
    for (int attempt = 0; attempt < 3; ++attempt) {
        terminal.write(question + " (yes/no) ");
        const auto line = terminal.readLine();
        if (!line)
            return std::nullopt;
        if (*line == "yes" || *line == "y")
            return true;
        if (*line == "no" || *line == "n")
            return false;
        terminal.write("Please write yes or no.\n");
    }
    return false;
}

} // namespace metainfer::cli
