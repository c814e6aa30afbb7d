// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Reader of OpenSSH's client configuration.
#include "measurement/ssh/ssh_config.h"

#include "base/file.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <glob.h>
#include <pwd.h>
#include <unistd.h>

#include <fmt/format.h>

namespace metainfer {

namespace {

namespace fs = std::filesystem;

constexpr int kDeepestInclude = 16;

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lowerCase(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), lower);
    return text;
}

/// A list of patterns as in `Host` and `Match`: one matches and no negated one does.
bool matchesPatterns(const std::vector<std::string>& patterns, std::string_view text) {
    bool any = false;
    for (const std::string& pattern : patterns) {
        if (pattern.starts_with('!')) {
            if (matchesHostPattern(std::string_view(pattern).substr(1), text))
                return false;
        } else {
            any = any || matchesHostPattern(pattern, text);
        }
    }
    return any;
}

std::vector<std::string> splitCommas(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return parts;
}

class Reader {
  public:
    Reader(std::string alias, std::string user)
        : m_alias(std::move(alias))
        , m_user(std::move(user)) {}

    Status read(const fs::path& file, int depth) {
        std::error_code error;
        if (!fs::is_regular_file(file, error))
            return {};
        if (depth > kDeepestInclude)
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("{} is included too deeply", file.string()),
                        "does a configuration include itself?");
        MI_ASSIGN(const std::string text, readTextFile(file));
        const bool outer = m_applies;
        std::string_view rest = text;
        while (!rest.empty()) {
            const std::size_t end = rest.find('\n');
            MI_CHECK(readLine(rest.substr(0, end), file, depth));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        }
        m_applies = outer; // blocks of an included file end with it
        return {};
    }

    SshConfig take() { return std::move(m_config); }

  private:
    Status readLine(std::string_view line, const fs::path& file, int depth) {
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())))
            line.remove_prefix(1);
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())))
            line.remove_suffix(1);
        if (line.empty() || line.front() == '#')
            return {};
        std::size_t end = 0;
        while (end < line.size() && std::isalnum(static_cast<unsigned char>(line[end])))
            ++end;
        const std::string keyword = lowerCase(std::string(line.substr(0, end)));
        std::string_view value = line.substr(end);
        while (!value.empty() &&
               (std::isspace(static_cast<unsigned char>(value.front())) || value.front() == '='))
            value.remove_prefix(1);
        return apply(keyword, value, file, depth);
    }

    Status apply(const std::string& keyword, std::string_view value, const fs::path& file,
                 int depth) {
        if (keyword == "host")
            m_applies = m_outerApplies && matchesPatterns(splitConfigWords(value), m_alias);
        else if (keyword == "match")
            m_applies = m_outerApplies && matches(splitConfigWords(value));
        else if (m_applies && keyword == "include")
            return include(value, file, depth);
        else if (m_applies && keyword == "identityfile")
            addIdentities(value);
        else if (m_applies)
            m_config.first.emplace(keyword, plain(keyword, value));
        return {};
    }

    /// A command and lists of files keep their quotes; single values lose them.
    static std::string plain(const std::string& keyword, std::string_view value) {
        if (keyword == "proxycommand" || keyword.ends_with("knownhostsfile"))
            return std::string(value);
        const auto words = splitConfigWords(value);
        return words.empty() ? std::string() : words.front();
    }

    void addIdentities(std::string_view value) {
        for (std::string& name : splitConfigWords(value))
            if (std::find(m_config.identityFiles.begin(), m_config.identityFiles.end(), name) ==
                m_config.identityFiles.end())
                m_config.identityFiles.push_back(std::move(name));
    }

    bool matches(const std::vector<std::string>& words) const {
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::string criterion = lowerCase(words[i]);
            const bool negated = criterion.starts_with('!');
            if (negated)
                criterion.erase(0, 1);
            if (criterion == "all")
                continue;
            if (i + 1 >= words.size())
                return false;
            const std::vector<std::string> patterns = splitCommas(words[++i]);
            const std::string hostName = m_config.value("hostname");
            bool holds = false;
            if (criterion == "originalhost")
                holds = matchesPatterns(patterns, m_alias);
            else if (criterion == "host")
                holds = matchesPatterns(patterns, hostName.empty() ? m_alias : hostName);
            else if (criterion == "user")
                holds = matchesPatterns(patterns, currentUser());
            else if (criterion == "localuser")
                holds = matchesPatterns(patterns, loginName());
            else
                return false; // exec, canonical and so on
            if (holds == negated)
                return false;
        }
        return !words.empty();
    }

    std::string currentUser() const {
        if (!m_user.empty())
            return m_user;
        const std::string configured = m_config.value("user");
        return configured.empty() ? loginName() : configured;
    }

    Status include(std::string_view value, const fs::path& file, int depth) {
        for (const std::string& word : splitConfigWords(value)) {
            fs::path pattern =
                word.starts_with("~/") ? homeFolder() / word.substr(2) : fs::path(word);
            if (pattern.is_relative())
                pattern = file.parent_path() / pattern;
            glob_t found{};
            if (glob(pattern.c_str(), 0, nullptr, &found) == 0) {
                for (std::size_t i = 0; i < found.gl_pathc; ++i) {
                    const bool outer = std::exchange(m_outerApplies, m_applies);
                    const Status read = this->read(found.gl_pathv[i], depth + 1);
                    m_outerApplies = outer;
                    if (!read) {
                        globfree(&found);
                        return read;
                    }
                }
            }
            globfree(&found);
        }
        return {};
    }

    std::string m_alias, m_user;
    bool m_applies = true, m_outerApplies = true;
    SshConfig m_config;
};

} // namespace

std::string SshConfig::value(const std::string& keyword) const {
    const auto found = first.find(keyword);
    return found == first.end() ? std::string() : found->second;
}

bool matchesHostPattern(std::string_view pattern, std::string_view host) {
    if (pattern.empty())
        return host.empty();
    if (pattern.front() == '*') {
        for (std::size_t skip = 0; skip <= host.size(); ++skip)
            if (matchesHostPattern(pattern.substr(1), host.substr(skip)))
                return true;
        return false;
    }
    if (host.empty() || (pattern.front() != '?' && lower(pattern.front()) != lower(host.front())))
        return false;
    return matchesHostPattern(pattern.substr(1), host.substr(1));
}

std::vector<std::string> splitConfigWords(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    bool quoted = false, started = false;
    for (const char c : text) {
        if (c == '"') {
            quoted = !quoted;
            started = true;
        } else if (!quoted && std::isspace(static_cast<unsigned char>(c))) {
            if (started)
                words.push_back(std::exchange(word, {}));
            started = false;
        } else if (!quoted && !started && c == '#') {
            return words;
        } else {
            word += c;
            started = true;
        }
    }
    if (started)
        words.push_back(word);
    return words;
}

Result<SshConfig> readSshConfig(const std::vector<fs::path>& files, const std::string& alias,
                                const std::string& user) {
    Reader reader(alias, user);
    for (const fs::path& file : files)
        MI_CHECK(reader.read(file, 0));
    return reader.take();
}

fs::path homeFolder() {
    if (const char* home = std::getenv("HOME"); home && *home)
        return home;
    const passwd* user = getpwuid(getuid());
    return user && user->pw_dir ? fs::path(user->pw_dir) : fs::path();
}

std::string loginName() {
    const passwd* user = getpwuid(getuid());
    if (user && user->pw_name)
        return user->pw_name;
    const char* name = std::getenv("USER");
    return name ? name : "";
}

} // namespace metainfer
