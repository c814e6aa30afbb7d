// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Builds protobuf messages whose large payloads are put in only when they are written out.
#pragma once

#include "ir/tensor_data.h"
#include "ir/wire_reader.h"

#include <string>
#include <string_view>
#include <vector>

namespace metainfer::ir {

/// One message under construction. `size` counts payloads that are not in memory as well.
class WireMessageWriter {
  public:
    void text(std::uint32_t field, std::string_view value); ///< written even when empty
    void textUnlessEmpty(std::uint32_t field, std::string_view value);
    void integer(std::uint32_t field, std::int64_t value);
    void real(std::uint32_t field, float value);
    void message(std::uint32_t field, const WireMessageWriter& body);
    void entry(std::uint32_t field, std::string_view key, std::string_view value);
    /// The tensor's bytes as a bytes field. Large ones are referred to, not copied.
    Status payload(std::uint32_t field, const TensorData& data);
    void raw(std::string_view bytes) { m_bytes += bytes; }

    std::uint64_t size() const { return m_bytes.size() + m_payloadBytes; }
    /// Everything in order, payloads streamed in between.
    Status write(const std::function<Status(std::span<const std::byte>)>& sink) const;
    /// Without payloads: only for messages that were composed so that they have none.
    const std::string& bytes() const { return m_bytes; }

  private:
    struct Splice {
        std::size_t at;
        TensorData data;
    };
    std::string m_bytes;
    std::vector<Splice> m_splices;
    std::uint64_t m_payloadBytes = 0;
};

} // namespace metainfer::ir
