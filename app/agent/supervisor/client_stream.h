// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The stream to whoever sends requests: stdin and stdout, or a socket that comes and goes.
#pragma once

#include "base/subprocess.h"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace metainfer::agent {

/// No line of the protocol is longer.
inline constexpr std::size_t kLongestLine = 64u << 20;

class ClientStream {
  public:
    ClientStream() = default; ///< nobody is there
    /// stdin and stdout: writing waits for the reader.
    static ClientStream overStandardStreams();
    /// A socket: what cannot be written at once is kept and written by `flush`.
    static ClientStream over(UniqueFd socket);

    bool isOpen() const { return m_in >= 0; }
    /// To poll for reading; -1 when nobody is there.
    int inFd() const { return m_in; }
    /// To poll for writing; -1 while nothing waits.
    int outFd() const { return m_backlog.empty() ? -1 : m_out; }
    std::size_t backlog() const { return m_backlog.size(); }

    /// A line grows beyond all bounds.
    bool isFlooded() const { return m_input.size() > kLongestLine; }

    /// Hands over the whole lines that have come; false when the stream has ended.
    bool read(const std::function<void(std::string)>& line);
    /// False when the stream has ended.
    bool write(std::string_view line);
    bool flush();

  private:
    int m_in = -1, m_out = -1;
    bool m_isBlocking = false;
    UniqueFd m_socket;
    std::string m_input, m_backlog;
    std::size_t m_scanned = 0; ///< bytes of `m_input` that hold no end of a line
};

} // namespace metainfer::agent
