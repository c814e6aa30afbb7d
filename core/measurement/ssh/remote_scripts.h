// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// What runs on a device while the agent is installed: POSIX shell, no tool that busybox lacks.
// Variables are set before them; `say NAME VALUE` is there (see remote_files.h).
#pragma once

#include <string_view>

namespace metainfer {

/// Messages in English, files for this user alone.
constexpr std::string_view kScriptHead = R"sh(
LC_ALL=C
export LC_ALL
umask 077
say() { printf 'mi:%s=%s\n' "$1" "$2"; }
say shell yes
)sh";

/// Followed by where to.
constexpr std::string_view kCopyScript = "LC_ALL=C; export LC_ALL; umask 077; exec cat ";

/// Folders that may hold the cache, in "$@". `wanted` may be empty.
constexpr std::string_view kCandidatesScript = R"sh(
user=$(id -un 2>/dev/null) || user=$(id -u)
base=$XDG_CACHE_HOME
[ -n "$base" ] || base=${HOME:+$HOME/.cache}
if [ -n "$wanted" ]; then set -- "$wanted"
elif [ -n "$METAINFER_CACHE" ]; then set -- "$METAINFER_CACHE"
else set -- ${base:+"$base/metainfer"} "/tmp/metainfer-$user" "/var/tmp/metainfer-$user"
fi
)sh";

/// arch, system, refused (folder and reason), root, space (line of df), blocks (free ones and the
/// size of one, for systems whose df finds no mount point), libc, agent, file.
constexpr std::string_view kSurveyScript = R"sh(
say arch "$(uname -m)"
say system "$(uname -sr)"
usable() {
    case "$1" in
    /tmp/* | /var/tmp/*) [ ! -h "$1" ] || { echo "it is a link in a folder of all users" >&2; return 1; } ;;
    esac
    mkdir -p "$1/files" "$1/agent" || return 1
    [ -O "$1" ] || { echo "it belongs to another user" >&2; return 1; }
    try="$1/.try-$$"
    cat > "$try" <<'TRY' || { rm -f "$try"; return 1; }
#!/bin/sh
exit 0
TRY
    chmod 700 "$try" && "$try" < /dev/null
    code=$?
    rm -f "$try"
    return $code
}
root=
for folder in "$@"; do
    if problem=$(usable "$folder" 2>&1); then
        root=$(cd "$folder" && pwd -P)
        break
    fi
    say refused "$folder: $(echo "$problem" | tail -n 1)"
done
[ -n "$root" ] || exit 0
say root "$root"
say space "$(df -Pk "$root" 2>/dev/null | tail -n 1)"
say blocks "$(stat -f -c '%a %S' "$root" 2>/dev/null)"
libc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
for library in /lib/*/libc.so.6 /lib64/libc.so.6 /lib/libc.so.6 /usr/lib/libc.so.6; do
    [ -z "$libc" ] && [ -x "$library" ] && libc=$("$library" 2>/dev/null | head -n 1)
done
say libc "$libc"
for entry in "$root"/agent/*/.files; do
    [ -f "$entry" ] || continue
    entry=${entry%/.files}
    say agent "${entry##*/}"
done
for entry in "$root"/files/*; do
    [ -f "$entry" ] && say file "$(($(wc -c < "$entry"))) ${entry##*/}"
done
exit 0
)sh";

/// Makes agent/$name of the list that follows on the lines up to LIST: hash, mode, path each.
/// Says version, or broken; and runner with what one that cannot start says.
constexpr std::string_view kLinkScriptHead = R"sh(
cd "$root" || exit 1
new="agent/.$name.$$"
rm -rf "$new"
mkdir -p "$new" || exit 1
while read -r hash mode path; do
    case "$path" in */*) mkdir -p "$new/${path%/*}" || exit 1 ;; esac
    ln "files/$hash" "$new/$path" 2>/dev/null || cp "files/$hash" "$new/$path" || exit 1
    chmod "$mode" "$new/$path" || exit 1
    echo "$hash" >> "$new/.files" || exit 1
done <<'LIST'
)sh";

constexpr std::string_view kLinkScriptTail = R"sh(LIST
if version=$("$new/metainfer-agent" --version 2>&1 < /dev/null); then
    say version "$version"
else
    say broken "$(echo "$version" | tail -n 1)"
    rm -rf "$new"
    exit 1
fi
if [ ! -d "$new/loader" ]; then
    for runner in "$new"/metainfer-runner-*; do
        [ -f "$runner" ] || continue
        message=$("$runner" --version 2>&1 < /dev/null)
        code=$?
        case "$code:$message" in
        126:* | 127:* | *GLIBC* | *"shared libraries"* | *"symbol"*)
            say runner "${runner##*/}: $(echo "$message" | tail -n 1)" ;;
        esac
    done
fi
[ -f "agent/$name/.files" ] || rm -rf "agent/$name"
[ -d "agent/$name" ] && [ "$replace" = yes ] && rm -rf "agent/$name"
if [ -d "agent/$name" ]; then
    rm -rf "$new"
else
    mv "$new" "agent/$name" || exit 1
    rm -rf "agent/$name/.$name.$$"
fi
say installed yes
)sh";

/// Removes versions that nobody runs and nobody used lately, and files that no version has.
constexpr std::string_view kTidyScript = R"sh(
cd "$root" || exit 0
used=$(ls -l /proc/[0-9]*/exe 2>/dev/null)
for folder in agent/* agent/.[!.]*; do
    [ -d "$folder" ] || continue
    [ "$folder" = "agent/$name" ] && continue
    case "$used" in *"-> $root/$folder/"*) continue ;; esac
    [ -z "$(find "$folder" -mmin -10 2>/dev/null | head -n 1)" ] || continue
    rm -rf "$folder" && say removed "${folder#agent/}"
done
for file in files/*; do
    [ -f "$file" ] && [ -n "$(find "$file" -mmin +60 2>/dev/null)" ] || continue
    grep -q -F -x "${file#files/}" agent/*/.files 2>/dev/null || rm -f "$file"
done
exit 0
)sh";

/// Says busy for each process that runs from a cache, unless `end` is yes: then it is ended. Then
/// removes what the cache holds and says removed with its size in KiB and the folder.
constexpr std::string_view kRemoveScript = R"sh(
running() {
    ls -l /proc/[0-9]*/exe 2>/dev/null | grep -F -e "-> $1/agent/" |
        sed 's|.*/proc/\([0-9]*\)/exe -> .*|\1|'
}
for folder in "$@"; do
    [ -d "$folder" ] && [ -O "$folder" ] || continue
    root=$(cd "$folder" && pwd -P)
    found=$(running "$root")
    if [ -n "$found" ] && [ "$end" != yes ]; then
        for process in $found; do say busy "$process"; done
        continue
    fi
    for process in $found; do kill "$process" 2>/dev/null; say ended "$process"; done
    for second in 1 2 3; do
        [ -n "$(running "$root")" ] && sleep 1
    done
    for process in $(running "$root"); do kill -9 "$process" 2>/dev/null; done
    kib=$(du -sk "$root/files" "$root/blobs" 2>/dev/null | { sum=0; while read -r size rest; do
        sum=$((sum + size)); done; echo "$sum"; })
    for part in files agent blobs tmp; do rm -rf "${root:?}/$part"; done
    rm -f "$root"/.try-*
    rmdir "$root" 2>/dev/null
    case "$root" in */.cache/*) [ -d "$root" ] || rmdir "${root%/*}" 2>/dev/null ;; esac
    say removed "$kib $folder"
done
# Sessions and unfinished work, unless an agent from elsewhere uses them.
ls -l /proc/[0-9]*/exe 2>/dev/null | grep -q '/metainfer-agent$' && exit 0
for folder in "${TMPDIR:-/tmp}/metainfer-sessions-$(id -u)" "${TMPDIR:-/tmp}"/metainfer-agent-[0-9]*; do
    [ -d "$folder" ] && [ -O "$folder" ] && rm -rf "$folder"
done
exit 0
)sh";

/// How much of the file is there already, and whether its hash can be checked there. A writer that
/// a broken connection left behind is ended first; what another client left is taken over.
constexpr std::string_view kPrepareUploadScript = R"sh(
mkdir -p "$folder" && cd "$folder" && folder=$(pwd -P) || exit 1
part="$folder/$name.part-$tag"
if [ -f "$part" ]; then
    for process in $(ls -l /proc/[0-9]*/fd/1 2>/dev/null | grep -F -e "-> $part" |
        sed 's|.*/proc/\([0-9]*\)/fd/1 -> .*|\1|'); do
        kill -9 "$process"
    done
else
    other=$(find "$folder" -name "$name.part-*" -mmin +5 2>/dev/null | head -n 1)
    [ -z "$other" ] || mv -f "$other" "$part"
fi
[ -f "$part" ] || : > "$part" || exit 1
if echo | sha256sum > /dev/null 2>&1 || echo | openssl dgst -sha256 > /dev/null 2>&1; then
    say hashes yes
fi
say part "$part"
say size "$(($(wc -c < "$part")))"
)sh";

constexpr std::string_view kFinishUploadScript = R"sh(
cd "$folder" || exit 1
part="$folder/$name.part-$tag"
size=$(($(wc -c < "$part")))
say size "$size"
[ "$size" -eq "$total" ] || exit 3
hash=$(sha256sum < "$part" 2>/dev/null) || hash=$(openssl dgst -sha256 < "$part" 2>/dev/null)
hash=${hash%% *-}
hash=${hash##* }
say hash "$hash"
if [ -n "$hash" ] && [ "$hash" != "$wanted" ]; then rm -f "$part"; exit 4; fi
chmod "$mode" "$part" && mv -f "$part" "$folder/$name" && say done yes
)sh";

} // namespace metainfer
