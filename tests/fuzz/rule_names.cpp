// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The names of the rewrite rules, which deployment files may list. Their code reads graphs, which
// is not what is fuzzed here: these objects know their names alone.
#include "candidates/rewrite/rule.h"

#include <cctype>

namespace metainfer::candidates {

namespace {

/// "EliminateNoopCast" -> "eliminate_noop_cast".
std::string snakeCase(std::string_view name) {
    std::string text;
    for (const char c : name) {
        const bool isUpper = std::isupper(static_cast<unsigned char>(c)) != 0;
        if (isUpper && !text.empty())
            text += '_';
        text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return text;
}

class NameOnly : public RewriteRule {
  public:
    explicit NameOnly(std::string_view name)
        : m_name(snakeCase(name)) {}
    std::string_view name() const override { return m_name; }
    std::string_view family() const override { return "none"; }
    std::string_view summary() const override { return "not fuzzed"; }
    MatchResult match(const RewriteContext&, const ir::Graph&, ir::NodeId) const override {
        return Decline{};
    }
    Result<Effect> apply(const RewriteContext&, ir::Graph&, const Match&) const override {
        return Effect{};
    }

  private:
    std::string m_name;
};

} // namespace

#define MI_RULE(Name)                                                                              \
    std::unique_ptr<RewriteRule> make##Name() {                                                    \
        return std::make_unique<NameOnly>(#Name);                                                  \
    }
#include "candidates/rewrite/rules.def"
#undef MI_RULE

} // namespace metainfer::candidates
