// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// metainfer completion: scripts for shells, made from the commands themselves.
#include "arguments.h"

#include <CLI/Validators.hpp>
#include <fmt/format.h>

namespace metainfer::cli {
namespace {

/// One command with what may follow it.
struct Entry {
    std::string path; ///< "profile show"
    std::string description;
    std::vector<std::string> words;   ///< subcommands
    std::vector<std::string> options; ///< "--json", "-o"
};

void collect(const CLI::App& app, const std::string& path, std::vector<Entry>& entries) {
    Entry entry{path, app.get_description(), {}, {}};
    for (const CLI::App* sub : app.get_subcommands({}))
        entry.words.push_back(sub->get_name());
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames())
            entry.options.push_back("--" + name);
        for (const std::string& name : option->get_snames())
            entry.options.push_back("-" + name);
    }
    entries.push_back(std::move(entry));
    for (const CLI::App* sub : app.get_subcommands({}))
        collect(*sub, path.empty() ? sub->get_name() : path + " " + sub->get_name(), entries);
}

std::string bashScript(const std::vector<Entry>& entries) {
    std::string out = "# bash completion for metainfer; load it with:\n"
                      "#   source <(metainfer completion bash)\n"
                      "_metainfer() {\n"
                      "    local current=\"${COMP_WORDS[COMP_CWORD]}\" path=\"\" word\n"
                      "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
                      "        case \"$path${path:+ }$word\" in\n";
    std::string known;
    for (const Entry& entry : entries)
        if (!entry.path.empty())
            known += (known.empty() ? "" : "|") + fmt::format("\"{}\"", entry.path);
    out += "            " + known +
           ") path=\"$path${path:+ }$word\" ;;\n"
           "        esac\n"
           "    done\n"
           "    local words=\"\" options=\"\"\n"
           "    case \"$path\" in\n";
    for (const Entry& entry : entries)
        out += fmt::format("        \"{}\") words=\"{}\" options=\"{}\" ;;\n", entry.path,
                           joined(entry.words, " "), joined(entry.options, " "));
    out += "    esac\n"
           "    if [[ $current == -* ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$options --json --log-level\" -- \"$current\"))\n"
           "    elif [[ -n $words ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _metainfer metainfer\n";
    return out;
}

std::string zshScript(const std::vector<Entry>& entries) {
    // zsh runs bash completions itself, so both shells stay alike.
    return "# zsh completion for metainfer; load it with:\n"
           "#   source <(metainfer completion zsh)\n"
           "autoload -Uz bashcompinit && bashcompinit\n" +
           bashScript(entries);
}

std::string quoted(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += c == '\'' ? std::string("\\'") : std::string(1, c);
    return "'" + out + "'";
}

std::string fishScript(const std::vector<Entry>& entries) {
    std::string out = "# fish completion for metainfer; load it with:\n"
                      "#   metainfer completion fish | source\n";
    const std::string top = joined(entries.front().words, " ");
    for (const Entry& entry : entries) {
        if (entry.path.empty())
            continue;
        const auto space = entry.path.rfind(' ');
        const std::string name = entry.path.substr(space == std::string::npos ? 0 : space + 1);
        const std::string parent = space == std::string::npos ? "" : entry.path.substr(0, space);
        const std::string when = parent.empty()
                                     ? fmt::format("not __fish_seen_subcommand_from {}", top)
                                     : fmt::format("__fish_seen_subcommand_from {}", parent);
        out += fmt::format("complete -c metainfer -n {} -a {} -d {}\n", quoted(when), name,
                           quoted(entry.description));
        for (const std::string& option : entry.options)
            out += fmt::format("complete -c metainfer -n {} {} {}\n",
                               quoted("__fish_seen_subcommand_from " + name),
                               option.starts_with("--") ? "-l" : "-s",
                               option.substr(option.starts_with("--") ? 2 : 1));
    }
    return out;
}

} // namespace

void addCompletion(CLI::App& app, Context& context) {
    auto shell = std::make_shared<std::string>();
    CLI::App* command = app.add_subcommand("completion", "Completion script for a shell");
    command->add_option("shell", *shell, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    command->footer("Example:\n  source <(metainfer completion bash)");
    command->callback([shell, &app, &context] {
        std::vector<Entry> entries;
        collect(app, "", entries);
        const std::string script = *shell == "bash"  ? bashScript(entries)
                                   : *shell == "zsh" ? zshScript(entries)
                                                     : fishScript(entries);
        if (context.console.json)
            context.console.document({{"shell", *shell}, {"script", script}});
        else
            context.console.print(script);
    });
}

} // namespace metainfer::cli
