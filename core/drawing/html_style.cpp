// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Style sheet of the standalone page.
#include "drawing/svg_parts.h"

namespace metainfer::drawing {

std::string_view pageStyle() {
    return R"css(
*{box-sizing:border-box}
html,body{margin:0;height:100%;overflow:hidden;background:var(--bg);color:var(--ink);
font:14px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',sans-serif}
body{display:flex;flex-direction:column}
header{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;padding:8px 14px;
border-bottom:1px solid var(--frameBorder);background:var(--box)}
h1{font-size:15px;margin:0;max-width:26ch;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
nav{flex:1;min-width:12ch;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-size:13px}
nav button,aside button{border:0;background:none;color:var(--select);padding:2px 3px;font:inherit;
cursor:pointer;text-align:left;text-decoration:underline}
header button.k{border:1px solid var(--border);background:var(--group);color:var(--ink);
border-radius:5px;padding:3px 9px;font:inherit;cursor:pointer}
input{font:inherit;padding:4px 8px;border:1px solid var(--groupBorder);border-radius:5px;
background:var(--bg);color:var(--ink);width:24ch}
:focus-visible{outline:2px solid var(--select);outline-offset:1px}
#view g:focus-visible{outline:none}
#count{font-size:12px;color:var(--faint);min-width:8ch}
main{flex:1;display:flex;min-height:0}
#view{flex:1;min-width:0;touch-action:none;cursor:grab}
#view.drag{cursor:grabbing}
#view g[data-b]{cursor:pointer}
#view g[data-p] .b{stroke-width:1.6}
#view .frame{cursor:pointer}
#view .frame .fr{stroke-width:1.6}
#view .frame.sel>.fr{stroke:var(--select);stroke-width:2.5}
#view g.sel>.b{stroke:var(--select);stroke-width:2.5}
#view g.hit>.b{stroke:var(--match);stroke-width:3}
#view .e.on{stroke:var(--select);stroke-width:2.2}
aside{width:340px;max-width:45vw;overflow:auto;border-left:1px solid var(--frameBorder);
padding:12px 14px;background:var(--box);overflow-wrap:anywhere}
aside[hidden]{display:none}
aside h2{font-size:15px;margin:0 0 2px}aside h3{font-size:12px;margin:14px 0 3px;color:var(--faint)}
aside p{margin:2px 0}aside .s{color:var(--faint);font-size:12px}
#legend{position:absolute;left:14px;bottom:14px;background:var(--box);padding:8px 12px;
border:1px solid var(--frameBorder);border-radius:6px;font-size:12px}
#legend[hidden]{display:none}
#legend b{display:block;margin-bottom:4px}
#legend .bar{width:240px;height:12px;border-radius:2px}
#legend .ends{display:flex;justify-content:space-between}
#legend i{display:inline-block;width:12px;height:12px;border-radius:3px;margin:0 4px 0 10px;
vertical-align:-1px}
#note{position:absolute;right:14px;bottom:10px;font-size:12px;color:var(--faint);
pointer-events:none}
)css";
}

} // namespace metainfer::drawing
