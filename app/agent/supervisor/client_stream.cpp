// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines over descriptors that do not block.
#include "client_stream.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace metainfer::agent {

ClientStream ClientStream::overStandardStreams() {
    ClientStream stream;
    fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
    stream.m_in = STDIN_FILENO;
    stream.m_out = STDOUT_FILENO;
    stream.m_isBlocking = true;
    return stream;
}

ClientStream ClientStream::over(UniqueFd socket) {
    ClientStream stream;
    fcntl(socket.get(), F_SETFL, O_NONBLOCK);
    stream.m_in = stream.m_out = socket.get();
    stream.m_socket = std::move(socket);
    return stream;
}

bool ClientStream::read(const std::function<void(std::string)>& line) {
    char buffer[65536];
    bool isOpen = true;
    for (;;) {
        const ssize_t got = ::read(m_in, buffer, sizeof(buffer));
        if (got > 0) {
            m_input.append(buffer, static_cast<std::size_t>(got));
            if (isFlooded())
                break;
            continue;
        }
        isOpen = got < 0 && (errno == EAGAIN || errno == EINTR);
        break;
    }
    if (m_input.find('\n', m_scanned) == m_input.npos) { // a long line comes in many pieces
        m_scanned = m_input.size();
        return isOpen && !isFlooded();
    }
    // A line may replace this stream: what has come is taken out first.
    std::string input;
    input.swap(m_input);
    std::size_t start = 0;
    for (std::size_t end; (end = input.find('\n', start)) != input.npos; start = end + 1)
        line(input.substr(start, end - start));
    input.erase(0, start);
    m_input = std::move(input);
    m_scanned = m_input.size();
    return isOpen && !isFlooded();
}

bool ClientStream::write(std::string_view line) {
    if (m_isBlocking)
        return writeAll(m_out, std::string(line) + "\n").has_value();
    m_backlog.append(line);
    m_backlog += '\n';
    return flush();
}

bool ClientStream::flush() {
    std::size_t done = 0;
    bool isOpen = true;
    while (done < m_backlog.size()) {
        const ssize_t sent =
            send(m_out, m_backlog.data() + done, m_backlog.size() - done, MSG_NOSIGNAL);
        if (sent > 0) {
            done += static_cast<std::size_t>(sent);
            continue;
        }
        if (errno == EINTR)
            continue;
        isOpen = errno == EAGAIN;
        break;
    }
    m_backlog.erase(0, done);
    return isOpen;
}

} // namespace metainfer::agent
