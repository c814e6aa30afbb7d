// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Encoding of fields.
#include "ir/wire_writer.h"

#include <bit>

namespace metainfer::ir {

void WireMessageWriter::text(std::uint32_t field, std::string_view value) {
    appendTag(m_bytes, field, WireType::Bytes);
    appendVarint(m_bytes, value.size());
    m_bytes += value;
}

void WireMessageWriter::textUnlessEmpty(std::uint32_t field, std::string_view value) {
    if (!value.empty())
        text(field, value);
}

void WireMessageWriter::integer(std::uint32_t field, std::int64_t value) {
    appendTag(m_bytes, field, WireType::Varint);
    appendVarint(m_bytes, static_cast<std::uint64_t>(value));
}

void WireMessageWriter::real(std::uint32_t field, float value) {
    appendTag(m_bytes, field, WireType::Fixed32);
    const auto bits = std::bit_cast<std::array<char, 4>>(value);
    m_bytes.append(bits.data(), bits.size());
}

void WireMessageWriter::message(std::uint32_t field, const WireMessageWriter& body) {
    appendTag(m_bytes, field, WireType::Bytes);
    appendVarint(m_bytes, body.size());
    for (const Splice& splice : body.m_splices)
        m_splices.push_back({m_bytes.size() + splice.at, splice.data});
    m_bytes += body.m_bytes;
    m_payloadBytes += body.m_payloadBytes;
}

void WireMessageWriter::entry(std::uint32_t field, std::string_view key, std::string_view value) {
    WireMessageWriter body;
    body.text(1, key);
    body.text(2, value);
    message(field, body);
}

Status WireMessageWriter::payload(std::uint32_t field, const TensorData& data) {
    appendTag(m_bytes, field, WireType::Bytes);
    appendVarint(m_bytes, data.byteSize());
    if (data.byteSize() > WireReader::kInlineLimit) {
        m_splices.push_back({m_bytes.size(), data});
        m_payloadBytes += data.byteSize();
        return {};
    }
    MI_ASSIGN(const auto content, data.bytes());
    m_bytes.append(reinterpret_cast<const char*>(content->data()), content->size());
    return {};
}

Status
WireMessageWriter::write(const std::function<Status(std::span<const std::byte>)>& sink) const {
    const auto all = std::as_bytes(std::span(m_bytes));
    std::size_t done = 0;
    for (const Splice& splice : m_splices) {
        MI_CHECK(sink(all.subspan(done, splice.at - done)));
        MI_CHECK(splice.data.stream(sink));
        done = splice.at;
    }
    return sink(all.subspan(done));
}

} // namespace metainfer::ir
