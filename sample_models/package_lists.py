# SPDX-FileCopyrightText: The MetaInfer authors
# SPDX-License-Identifier: Apache-2.0
"""Reads names, synopses and archive sections from the package lists of a Debian machine."""

import collections
import re
import subprocess
import zlib

Package = collections.namedtuple("Package", "name source synopsis section")


def read_packages(section_count):
    """Packages of the `section_count` largest sections, sorted by name, and the sections' names."""
    text = subprocess.run(["apt-cache", "dumpavail"], check=True, capture_output=True,
                          text=True).stdout
    found = {}
    for paragraph in text.split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", paragraph, re.M))
        if "Section" in fields and "Description" in fields:
            name = fields["Package"]
            source = fields.get("Source", name).split(" ")[0]
            found[name] = Package(name, source, fields["Description"],
                                  fields["Section"].split("/")[-1])
    counts = collections.Counter(p.section for p in found.values())
    largest = sorted(counts, key=lambda s: (-counts[s], s))[:section_count]
    return [found[n] for n in sorted(found) if found[n].section in largest], sorted(largest)


def split_words(text):
    """Lower-case runs of letters; runs of digits become one word each, `#`."""
    return ["#" if w.isdigit() else w for w in re.findall(r"[a-z]+|[0-9]+", text.lower())]


def stable_hash(text):
    """The same number on every machine and in every process."""
    return zlib.crc32(text.encode())
