// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Script and style sheet of the standalone page. The pictures are made beforehand; the script shows
// one at a time, moves it, searches and tells details.
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
#count{font-size:12px;color:var(--faint);min-width:8ch}
main{flex:1;display:flex;min-height:0}
#view{flex:1;min-width:0;touch-action:none;cursor:grab}
#view.drag{cursor:grabbing}
#view g[data-b]{cursor:pointer}
#view g[data-p] .b{stroke-width:1.6}
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

std::string_view pageScript() {
    return R"js(
'use strict';
const $ = id => document.getElementById(id);
const D = JSON.parse($('data').textContent), view = $('view'), scene = $('scene');
let now = -1, box = {x: 0, y: 0, k: 1}, selected = -1, hits = [], at = -1;
const places = [];
function place() {
  scene.setAttribute('transform', `translate(${box.x} ${box.y}) scale(${box.k})`);
}
function fit() {
  const p = D.pictures[now], r = view.getBoundingClientRect();
  const whole = Math.min(r.width / p.w, r.height / p.h, 1);
  box.k = Math.max(whole, Math.min(1, r.width / p.w, 0.75));
  box.x = (r.width - p.w * box.k) / 2 - p.x * box.k;
  box.y = p.h * box.k > r.height ? 8 - p.y * box.k : (r.height - p.h * box.k) / 2 - p.y * box.k;
  place();
}
function zoom(factor, x, y) {
  const k = Math.min(4, Math.max(0.01, box.k * factor));
  box.x = x - (x - box.x) * k / box.k;
  box.y = y - (y - box.y) * k / box.k;
  box.k = k;
  place();
}
function middle(factor) {
  const r = view.getBoundingClientRect();
  zoom(factor, r.width / 2, r.height / 2);
}
function line(parent, tag, text, name) {
  const e = document.createElement(tag);
  e.textContent = text;
  if (name) e.className = name;
  parent.appendChild(e);
  return e;
}
function crumbs() {
  const nav = $('path'), chain = [];
  for (let p = now; p >= 0; p = D.pictures[p].up) chain.unshift(p);
  nav.textContent = '';
  chain.forEach((p, i) => {
    if (i) nav.append(' › ');
    if (p === now) line(nav, 'span', D.pictures[p].title);
    else line(nav, 'button', D.pictures[p].title).onclick = () => show(p);
  });
}
function legend() {
  const l = D.pictures[now].legend, e = $('legend');
  e.hidden = !l;
  if (!l) return;
  e.textContent = '';
  line(e, 'b', D.overlay.title + (D.overlay.source ? ' (' + D.overlay.source + ')' : ''));
  if (!l.length) {
    e.append('not known for any operator');
    return;
  }
  if (D.overlay.categorical) {
    l.forEach(([n, text]) => {
      line(e, 'i', '').style.background = `var(--o${n})`;
      e.append(text);
    });
    return;
  }
  const steps = [...Array(11).keys()].map(i => `var(--o${i})`).join(',');
  line(e, 'div', '', 'bar').style.background = `linear-gradient(to right,${steps})`;
  const ends = line(e, 'div', '', 'ends');
  l.forEach(text => line(ends, 'span', text));
}
function show(p, keep) {
  if (now >= 0) places[now] = {...box};
  if (p !== now) {
    now = p;
    scene.innerHTML = $('p' + p).innerHTML;
    for (const g of scene.querySelectorAll('g[data-b]')) {
      g.tabIndex = 0;
      g.setAttribute('role', 'button');
    }
    $('note').textContent = D.pictures[p].shared ?
      'stands for all groups of the same structure; names are those of ' + D.pictures[p].path : '';
    crumbs();
    legend();
    if (places[p]) { box = {...places[p]}; place(); } else fit();
  }
  if (!keep) select(-1);
}
const group = b => scene.querySelector(`g[data-b="${b}"]`);
function select(b) {
  selected = b;
  for (const e of scene.querySelectorAll('.sel,.on')) e.classList.remove('sel', 'on');
  const side = $('side');
  side.hidden = b < 0;
  if (b < 0) return;
  const g = group(b);
  g.classList.add('sel');
  for (const e of scene.querySelectorAll('.e'))
    if (e.dataset.e.split(' ').includes(String(b))) e.classList.add('on');
  details(g, side);
}
function tensors(side, title, list) {
  if (!list.length) return;
  line(side, 'h3', title);
  for (const t of list) {
    const p = line(side, 'p', D.tensors[t][0]);
    line(p, 'div', D.tensors[t][1], 's');
  }
}
function details(g, side) {
  side.textContent = '';
  side.scrollTop = 0;
  if (g.dataset.g !== undefined) {
    const d = D.groups[g.dataset.g];
    line(side, 'h2', d.title);
    line(side, 'p', d.path, 's');
    line(side, 'p', d.repeat ? `${d.repeat} equal blocks, ${d.operators} operators`
                             : `${d.operators} operators`);
    if (g.dataset.p !== undefined)
      line(side, 'button', 'Open (Enter, or double-click)').onclick = () => show(+g.dataset.p);
    line(side, 'h3', 'Operators');
    for (const [type, n] of d.types) line(side, 'p', `${n} × ${type}`);
    if (g.dataset.i === undefined) return;
  }
  const d = D.items[g.dataset.i];
  line(side, 'h2', d.t);
  if (d.n) line(side, 'p', d.n);
  if (d.d) line(side, 'p', d.d, 's');
  const value = g.dataset.v;
  if (value) { line(side, 'h3', D.overlay.title); line(side, 'p', value); }
  if (d.a) { line(side, 'h3', 'Attributes'); for (const a of d.a.split(' ')) line(side, 'p', a); }
  if (d.p) {
    line(side, 'h3', 'Parameters');
    for (const [role, name, type, content] of d.p) {
      const p = line(side, 'p', (role ? role + '  ' : '') + type + (content ? ' = ' + content : ''));
      line(p, 'div', name, 's');
    }
  }
  tensors(side, 'Inputs', d.i);
  tensors(side, 'Outputs', d.o);
}
function centre(b) {
  const g = group(b);
  if (!g) return;
  const r = view.getBoundingClientRect(), e = g.getBBox();
  if (box.k < 0.6) box.k = 0.9;
  box.x = r.width / 2 - (e.x + e.width / 2) * box.k;
  box.y = r.height / 2 - (e.y + e.height / 2) * box.k;
  place();
}
function find() {
  const words = $('find').value.toLowerCase().split(' ').filter(w => w);
  hits = [];
  at = -1;
  if (words.length)
    D.items.forEach((d, i) => {
      if (D.where[i] && words.every(w => D.text[i].includes(w))) hits.push(i);
    });
  $('count').textContent = words.length ? (hits.length ? `${hits.length} found` : 'not found') : '';
}
function step(by) {
  if (!hits.length) return;
  at = (at + by + hits.length) % hits.length;
  const [p, b] = D.where[hits[at]];
  show(p, true);
  for (const e of scene.querySelectorAll('.hit')) e.classList.remove('hit');
  select(b);
  group(b).classList.add('hit');
  centre(b);
  $('count').textContent = `${at + 1} of ${hits.length}`;
}
const up = () => { if (D.pictures[now].up >= 0) show(D.pictures[now].up); };
D.text = D.items.map(d => [d.t, d.n, d.a, (d.p || []).map(p => p.join(' ')).join(' '),
  d.o.concat(d.i).map(t => D.tensors[t][0]).join(' ')].join(' ').toLowerCase());
view.addEventListener('wheel', e => {
  e.preventDefault();
  const r = view.getBoundingClientRect();
  if (e.ctrlKey || !e.shiftKey)
    zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), e.clientX - r.left, e.clientY - r.top);
  else { box.x -= e.deltaY; place(); }
}, {passive: false});
let drag = null;
view.addEventListener('pointerdown', e => { drag = {x: e.clientX, y: e.clientY, moved: false}; });
addEventListener('pointermove', e => {
  if (!drag) return;
  const dx = e.clientX - drag.x, dy = e.clientY - drag.y;
  if (!drag.moved && Math.hypot(dx, dy) < 4) return;
  drag = {x: e.clientX, y: e.clientY, moved: true};
  view.classList.add('drag');
  box.x += dx; box.y += dy;
  place();
});
addEventListener('pointerup', e => {
  const click = drag && !drag.moved;
  drag = null;
  view.classList.remove('drag');
  if (!click || !view.contains(e.target)) return;
  const g = e.target.closest('g[data-b]');
  select(g ? +g.dataset.b : -1);
});
const open = g => { if (g && g.dataset.p !== undefined) show(+g.dataset.p); };
view.addEventListener('dblclick', e => open(e.target.closest('g[data-b]')));
view.addEventListener('focusin', e => {
  const g = e.target.closest('g[data-b]');
  if (g && !drag) select(+g.dataset.b);
});
addEventListener('keydown', e => {
  if (e.target === $('find')) {
    if (e.key === 'Enter') { e.preventDefault(); step(e.shiftKey ? -1 : 1); }
    if (e.key === 'Escape') view.focus();
    return;
  }
  const pan = 60, keys = {
    ArrowLeft: () => { box.x += pan; place(); }, ArrowRight: () => { box.x -= pan; place(); },
    ArrowUp: () => { box.y += pan; place(); }, ArrowDown: () => { box.y -= pan; place(); },
    '+': () => middle(1.25), '=': () => middle(1.25), '-': () => middle(0.8), '0': fit,
    '/': () => $('find').focus(), Escape: up, Backspace: up, n: () => step(1), N: () => step(-1),
    Enter: () => open(e.target.closest('g[data-b]') || group(selected))};
  if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key] || e.target.tagName === 'BUTTON') return;
  e.preventDefault();
  keys[e.key]();
});
$('find').addEventListener('input', find);
$('next').onclick = () => step(1);
$('fit').onclick = fit;
$('in').onclick = () => middle(1.25);
$('out').onclick = () => middle(0.8);
show(0);
)js";
}

} // namespace metainfer::drawing
