// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reading of program headers, the dynamic section and version needs. Every offset comes from the
// file, so each is checked by the read that uses it.
#include "measurement/elf_file.h"

#include "base/file.h"

#include <charconv>
#include <cstring>

#include <elf.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

// Far above any real file's; a damaged one must not make us read for minutes.
constexpr std::size_t kMostEntries = 4096;
constexpr std::size_t kLongestName = 4096;

class ElfReader {
  public:
    explicit ElfReader(std::shared_ptr<const RandomAccessFile> file)
        : m_file(std::move(file)) {}

    Result<ElfFacts> read() {
        MI_ASSIGN(m_header, at<Elf64_Ehdr>(0));
        if (std::memcmp(m_header.e_ident, ELFMAG, SELFMAG) != 0 ||
            m_header.e_ident[EI_CLASS] != ELFCLASS64 || m_header.e_ident[EI_DATA] != ELFDATA2LSB)
            return damaged("it is no 64-bit little-endian ELF file");
        ElfFacts facts;
        facts.architecture = architectureName();
        MI_CHECK(readProgramHeaders(facts));
        MI_CHECK(readDynamic(facts));
        return facts;
    }

  private:
    tl::unexpected<Error> damaged(std::string_view why) const {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} cannot be used as a program or library: {}",
                                m_file->path().string(), why));
    }

    template <typename T>
    Result<T> at(std::uint64_t offset) const {
        T value;
        if (offset > m_file->size() || m_file->size() - offset < sizeof(T))
            return damaged("it ends too early");
        MI_CHECK(m_file->read(offset, std::as_writable_bytes(std::span(&value, 1))));
        return value;
    }

    Result<std::string> textAt(std::uint64_t offset) const {
        if (offset >= m_file->size())
            return damaged("it ends too early");
        std::string text(std::min<std::uint64_t>(m_file->size() - offset, kLongestName), '\0');
        MI_CHECK(m_file->read(offset, std::as_writable_bytes(std::span(text))));
        const std::size_t end = text.find('\0');
        if (end == text.npos)
            return damaged("a name in it has no end");
        text.resize(end);
        return text;
    }

    std::string architectureName() const {
        switch (m_header.e_machine) {
        case EM_X86_64:
            return "x86_64";
        case EM_AARCH64:
            return "aarch64";
        case EM_RISCV:
            return "riscv64";
        default:
            return fmt::format("machine {}", m_header.e_machine);
        }
    }

    Status readProgramHeaders(ElfFacts& facts) {
        for (std::size_t i = 0; i < std::min<std::size_t>(m_header.e_phnum, kMostEntries); ++i) {
            MI_ASSIGN(const auto segment,
                      at<Elf64_Phdr>(m_header.e_phoff + i * sizeof(Elf64_Phdr)));
            if (segment.p_type == PT_LOAD) {
                m_loaded.push_back(segment);
            } else if (segment.p_type == PT_INTERP) {
                MI_ASSIGN(facts.interpreter, textAt(segment.p_offset));
            } else if (segment.p_type == PT_DYNAMIC) {
                m_dynamic = segment;
            }
        }
        return {};
    }

    /// Where in the file a virtual address lies.
    Result<std::uint64_t> offsetOf(std::uint64_t address) const {
        for (const Elf64_Phdr& segment : m_loaded)
            if (address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_filesz)
                return segment.p_offset + (address - segment.p_vaddr);
        return damaged("an address in it lies outside of all segments");
    }

    Status readDynamic(ElfFacts& facts) {
        std::vector<std::uint64_t> names;
        std::uint64_t strings = 0, versions = 0, versionCount = 0;
        const std::size_t count =
            std::min<std::size_t>(m_dynamic.p_filesz / sizeof(Elf64_Dyn), kMostEntries);
        for (std::size_t i = 0; i < count; ++i) {
            MI_ASSIGN(const auto entry, at<Elf64_Dyn>(m_dynamic.p_offset + i * sizeof(Elf64_Dyn)));
            if (entry.d_tag == DT_NULL)
                break;
            if (entry.d_tag == DT_NEEDED)
                names.push_back(entry.d_un.d_val);
            else if (entry.d_tag == DT_STRTAB)
                strings = entry.d_un.d_ptr;
            else if (entry.d_tag == DT_VERNEED)
                versions = entry.d_un.d_ptr;
            else if (entry.d_tag == DT_VERNEEDNUM)
                versionCount = entry.d_un.d_val;
        }
        if (names.empty() && versionCount == 0)
            return {};
        MI_ASSIGN(const std::uint64_t table, offsetOf(strings));
        for (const std::uint64_t name : names) {
            MI_ASSIGN(std::string text, textAt(table + name));
            facts.needed.push_back(std::move(text));
        }
        if (versionCount == 0)
            return {};
        MI_ASSIGN(const std::uint64_t first, offsetOf(versions));
        return readVersionNeeds(facts, first, std::min<std::uint64_t>(versionCount, kMostEntries),
                                table);
    }

    /// A list of libraries, each with a list of version names.
    Status readVersionNeeds(ElfFacts& facts, std::uint64_t place, std::uint64_t count,
                            std::uint64_t table) const {
        for (std::uint64_t i = 0; i < count; ++i) {
            MI_ASSIGN(const auto library, at<Elf64_Verneed>(place));
            std::uint64_t item = place + library.vn_aux;
            for (unsigned k = 0; k < library.vn_cnt && k < kMostEntries; ++k) {
                MI_ASSIGN(const auto version, at<Elf64_Vernaux>(item));
                MI_ASSIGN(const std::string name, textAt(table + version.vna_name));
                noteVersion(facts, name);
                if (version.vna_next == 0)
                    break;
                item += version.vna_next;
            }
            if (library.vn_next == 0)
                break;
            place += library.vn_next;
        }
        return {};
    }

    static void noteVersion(ElfFacts& facts, std::string_view name) {
        constexpr std::string_view kPrefix = "GLIBC_";
        if (!name.starts_with(kPrefix))
            return;
        name.remove_prefix(kPrefix.size());
        if (!name.empty() && name[0] >= '0' && name[0] <= '9' &&
            isOlderVersion(facts.glibcNeeded, name))
            facts.glibcNeeded = name;
    }

    std::shared_ptr<const RandomAccessFile> m_file;
    Elf64_Ehdr m_header{};
    std::vector<Elf64_Phdr> m_loaded;
    Elf64_Phdr m_dynamic{};
};

/// Takes the first number off the text; 0 when it is at its end.
unsigned long takeNumber(std::string_view& text) {
    unsigned long number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.empty())
        text.remove_prefix(1); // the dot
    return problem == std::errc{} ? number : 0;
}

} // namespace

Result<ElfFacts> readElf(const std::filesystem::path& file) {
    MI_ASSIGN(auto opened, RandomAccessFile::open(file));
    return ElfReader(std::move(opened)).read();
}

bool isOlderVersion(std::string_view a, std::string_view b) {
    if (a.empty() || b.empty())
        return a.empty() && !b.empty();
    while (!a.empty() || !b.empty()) {
        const unsigned long left = takeNumber(a), right = takeNumber(b);
        if (left != right)
            return left < right;
    }
    return false;
}

} // namespace metainfer
