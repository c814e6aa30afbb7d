// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Lines that reach the agent in pieces: however the bytes are cut, the same lines come. The first
// byte is the size of a piece.
#include "client_stream.h"
#include "fuzzing.h"

#include <sys/socket.h>

#include <string>
#include <vector>

using namespace metainfer;

namespace {

std::vector<std::string> wholeLines(std::string_view text) {
    std::vector<std::string> lines;
    while (text.find('\n') != text.npos)
        lines.emplace_back(fuzz::cutAt(text, "\n"));
    return lines;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0)
        return 0;
    const std::size_t piece = std::size_t{data[0]} + 1;
    const std::string_view text = fuzz::textOf(data + 1, size - 1);
    int ends[2];
    fuzz::require(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "two sockets");
    UniqueFd client(ends[0]);
    auto stream = agent::ClientStream::over(UniqueFd(ends[1]));
    std::vector<std::string> lines;
    const auto take = [&](std::string line) { lines.push_back(std::move(line)); };
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, piece);
        rest.remove_prefix(part.size());
        fuzz::require(writeAll(client.get(), part).has_value(), "a piece is sent");
        fuzz::require(stream.read(take), "the stream is open while the client is there");
    }
    client.reset();
    fuzz::require(!stream.read(take), "the stream ends with its client");
    fuzz::require(lines == wholeLines(text), "the lines are those that were sent");
    return 0;
}
