// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// The report's page frame: one style sheet for light, dark and paper; no script, nothing from
// outside.
#include "report/html_parts.h"

#include "base/xml_text.h"
#include "report/svg_chart.h"

namespace metainfer::reporting {
namespace {

constexpr const char* kStyle = R"css(
:root { --ground:#ffffff; --panel:#f5f7fa; --ink:#1b2430; --soft:#566274; --rule:#d8dee8;
  --original:#8793a5; --hand:#c07f1f; --adapted:#1668b8; --good:#157347; --bad:#b3261e; --front:#5b4bc4; }
@media (prefers-color-scheme: dark) { :root { --ground:#12161c; --panel:#1b212a; --ink:#e8ecf2;
  --soft:#a3afbf; --rule:#333d4b; --original:#76839a; --hand:#e0a54a; --adapted:#5aa9f2; --good:#5fc48f;
  --bad:#ff8a80; --front:#a99cff; } }
* { box-sizing:border-box; }
body { margin:0; background:var(--ground); color:var(--ink);
  font:15px/1.55 system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif; }
main { max-width:960px; margin:0 auto; padding:36px 24px 72px; }
h1 { font-size:27px; line-height:1.25; margin:0 0 6px; } h2 { font-size:19px; margin:40px 0 10px; }
p { margin:6px 0 12px; max-width:72ch; } .soft { color:var(--soft); } code { font-size:13px; overflow-wrap:anywhere; }
.badge { display:inline-block; padding:1px 9px; border-radius:10px; border:1px solid currentColor; font-size:12px;
  vertical-align:3px; margin-left:8px; color:var(--hand); }
.cards { display:grid; grid-template-columns:repeat(auto-fit,minmax(158px,1fr)); gap:12px; margin:22px 0; }
.card { background:var(--panel); border-radius:8px; padding:14px 16px; }
.card .name { color:var(--soft); font-size:13px; } .card .big { font-size:23px; font-weight:600; margin:2px 0; }
.card .small { font-size:13px; color:var(--soft); } .card .small span { white-space:nowrap; }
li { overflow-wrap:anywhere; }
h3 { font-size:15.5px; margin:20px 0 6px; } .lead { font-size:16.5px; max-width:78ch; }
.key-adapted { color:var(--adapted); } .key-original { color:var(--original); } .key-front { color:var(--front); }
td.role { white-space:nowrap; } td.n + td, th.n + th { padding-left:16px; } .card .good { color:var(--good); } .card .bad { color:var(--bad); }
.good { color:var(--good); } .bad { color:var(--bad); }
.scroll { overflow-x:auto; } table { border-collapse:collapse; width:100%; font-size:13.5px; }
th { text-align:left; color:var(--soft); font-weight:600; }
th,td { padding:6px 10px 6px 0; border-bottom:1px solid var(--rule); vertical-align:top; }
td.n,th.n { text-align:right; white-space:nowrap; font-variant-numeric:tabular-nums; }
tr.chosen td { font-weight:600; } td.key { overflow-wrap:anywhere; min-width:220px; }
details { margin:8px 0; } summary { cursor:pointer; color:var(--adapted); }
svg.chart { width:100%; height:auto; display:block; margin:8px 0 4px; }
svg text { fill:var(--ink); font-size:12.5px; } svg .tick { fill:var(--soft); font-size:11.5px; }
svg .name { font-size:12px; font-weight:600; } svg .axis { fill:var(--soft); font-size:12px; } svg .grid { stroke:var(--rule); stroke-width:1; }
svg .interval { stroke:var(--ink); stroke-width:1.5; } svg .original { fill:var(--original); }
svg .hand { fill:var(--hand); } svg .adapted { fill:var(--adapted); }
svg .dominated { fill:none; stroke:var(--original); stroke-width:1.3; } svg .front { fill:var(--front); }
svg .step { fill:none; stroke:var(--adapted); stroke-width:2; }
.legend { color:var(--soft); font-size:13px; }
@media print { main { max-width:none; padding:0; } h2 { break-after:avoid; } svg,.card,tr { break-inside:avoid; }
  details { display:block; } .screen { display:none; } }
)css";

} // namespace

std::string page(const std::string& title, const std::string& body) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
           xmlEscaped(title) + "</title>\n<style>" + kStyle +
           "</style>\n</head>\n<body>\n<main>\n" + body + "</main>\n</body>\n</html>\n";
}

} // namespace metainfer::reporting
