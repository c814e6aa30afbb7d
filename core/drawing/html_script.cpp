// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Script of the standalone page. The pictures are made beforehand; the script opens one inside
// another, moves all, searches and tells details.
#include "drawing/svg_parts.h"

namespace metainfer::drawing {

std::string_view pageScript() {
    return R"js(
'use strict';
const $ = id => document.getElementById(id);
const D = JSON.parse($('data').textContent), view = $('view'), scene = $('scene');
let box = {x: 0, y: 0, k: 1}, selected = null, hits = [], at = -1;
const PAD = 14, HEAD = 26; // of a group that is open in place
function place() {
  scene.setAttribute('transform', `translate(${box.x} ${box.y}) scale(${box.k})`);
}
function make(tag, attributes, parent) {
  const e = document.createElementNS(view.namespaceURI, tag);
  for (const name in attributes) e.setAttribute(name, attributes[name]);
  if (parent) parent.appendChild(e);
  return e;
}
const numberOf = (e, name) => +e.getAttribute(name);
function pathPoints(d) {
  const points = [];
  for (const [, kind, rest] of d.matchAll(/([MVC])([^MVC]*)/g)) {
    const n = rest.trim().split(/ +/).map(Number), last = points[points.length - 1];
    if (kind === 'V') points.push({x: last.x, y: n[0]});
    else points.push({x: n[n.length - 2], y: n[n.length - 1], starts: kind === 'M'});
  }
  return points;
}
// One picture on the page; `open` holds those inside it by the number of their group's box.
function instance(p, parent, b) {
  const g = make('g', {});
  g.innerHTML = $('p' + p).innerHTML;
  const i = {p, parent, b, g, open: new Map(), boxes: new Map(), frames: [], paths: [], tips: [],
             texts: []};
  for (const e of g.children) {
    const kind = e.getAttribute('class') || '';
    if (e.dataset.b !== undefined) {
      const r = [...e.querySelectorAll('rect.b')].pop();
      i.boxes.set(+e.dataset.b, {e, x: numberOf(r, 'x'), y: numberOf(r, 'y'),
                                 w: numberOf(r, 'width'), h: numberOf(r, 'height')});
      e.tabIndex = 0;
      e.setAttribute('role', 'button');
      if (e.dataset.p !== undefined) e.setAttribute('aria-expanded', 'false');
    } else if (e.dataset.e !== undefined) {
      i.paths.push({e, ends: e.dataset.e.split(' ').map(Number),
                    points: pathPoints(e.getAttribute('d'))});
    } else if (kind === 'a') {
      const n = e.getAttribute('d').match(/-?[\d.]+/g).map(Number);
      i.tips.push({e, ends: i.paths[i.paths.length - 1].ends, x: n[4], y: n[5], back: n[1] - n[5]});
    } else if (e.tagName === 'rect') {
      i.frames.push({e, x: numberOf(e, 'x'), y: numberOf(e, 'y'), w: numberOf(e, 'width'),
                     h: numberOf(e, 'height')});
    } else if (e.tagName === 'text') {
      i.texts.push({e, x: numberOf(e, 'x'), y: numberOf(e, 'y')});
    }
  }
  return i;
}
// Room for what opens: the axis is stretched where a box needs more than it had, so that nothing
// changes sides and nothing overlaps. `spans` are [from, to, wanted length].
function stretched(spans) {
  const cuts = [...new Set(spans.flatMap(s => [s[0], s[1]]))].sort((a, b) => a - b);
  const to = [cuts[0]];
  for (let i = 1; i < cuts.length; ++i) {
    const middle = (cuts[i - 1] + cuts[i]) / 2;
    let factor = 1;
    for (const [a, b, wanted] of spans)
      if (a < middle && middle < b) factor = Math.max(factor, wanted / (b - a));
    to[i] = to[i - 1] + (cuts[i] - cuts[i - 1]) * factor;
  }
  return v => {
    if (!cuts.length || v <= cuts[0]) return v;
    for (let i = 1; i < cuts.length; ++i)
      if (v <= cuts[i])
        return to[i - 1] + (v - cuts[i - 1]) * (to[i] - to[i - 1]) / (cuts[i] - cuts[i - 1]);
    return v + to[to.length - 1] - cuts[cuts.length - 1];
  };
}
function arrange(i) {
  const wide = [], high = [];
  for (const [b, inner] of i.open) {
    arrange(inner);
    const r = i.boxes.get(b);
    inner.fw = Math.max(inner.w + 2 * PAD, inner.titleWidth, r.w);
    inner.fh = Math.max(inner.h + HEAD + PAD, r.h);
    wide.push([r.x, r.x + r.w, inner.fw]);
    high.push([r.y, r.y + r.h, inner.fh]);
  }
  const X = stretched(wide), Y = stretched(high);
  for (const [b, r] of i.boxes) {
    const cx = r.x + r.w / 2, cy = r.y + r.h / 2, inner = i.open.get(b);
    r.cx = (X(r.x) + X(r.x + r.w)) / 2;
    r.cy = (Y(r.y) + Y(r.y + r.h)) / 2;
    r.nw = inner ? inner.fw : r.w;
    r.nh = inner ? inner.fh : r.h;
    if (!inner) {
      r.e.setAttribute('transform', `translate(${r.cx - cx} ${r.cy - cy})`);
      continue;
    }
    const x = r.cx - inner.fw / 2, y = r.cy - inner.fh / 2, f = inner.frame;
    for (const [name, value] of [['x', x], ['y', y], ['width', inner.fw], ['height', inner.fh]])
      f.firstChild.setAttribute(name, value);
    f.lastChild.setAttribute('x', x + 12);
    f.lastChild.setAttribute('y', y + 18);
    inner.g.setAttribute('transform', `translate(${r.cx - inner.w / 2 - inner.x} ${y + HEAD - inner.y})`);
  }
  const ends = (point, boxes) => { // what touches a box stays at its edge
    for (const b of boxes) {
      const r = i.boxes.get(b);
      if (!r || point.x < r.x - 1 || point.x > r.x + r.w + 1) continue;
      if (Math.abs(point.y - r.y) < 1)
        return {x: r.cx + point.x - r.x - r.w / 2, y: r.cy - r.nh / 2};
      if (Math.abs(point.y - r.y - r.h) < 1)
        return {x: r.cx + point.x - r.x - r.w / 2, y: r.cy + r.nh / 2};
    }
    return {x: X(point.x), y: Y(point.y)};
  };
  const shown = v => Math.round(v * 10) / 10;
  for (const path of i.paths) {
    let d = '', last = null;
    for (const point of path.points) {
      const n = ends(point, path.ends);
      if (point.starts) d += `M${shown(n.x)} ${shown(n.y)}`;
      else if (Math.abs(n.x - last.x) < 0.05) d += `V${shown(n.y)}`;
      else {
        const middle = shown((last.y + n.y) / 2);
        d += `C${shown(last.x)} ${middle} ${shown(n.x)} ${middle} ${shown(n.x)} ${shown(n.y)}`;
      }
      last = n;
    }
    path.e.setAttribute('d', d);
  }
  for (const tip of i.tips) {
    const n = ends(tip, tip.ends);
    tip.e.setAttribute('transform', `translate(${n.x - tip.x} ${n.y - tip.y})`);
  }
  for (const t of i.texts)
    t.e.setAttribute('transform', `translate(${X(t.x) - t.x} ${Y(t.y) - t.y})`);
  for (const f of i.frames) {
    f.e.setAttribute('x', X(f.x));
    f.e.setAttribute('y', Y(f.y));
    f.e.setAttribute('width', X(f.x + f.w) - X(f.x));
    f.e.setAttribute('height', Y(f.y + f.h) - Y(f.y));
  }
  const p = D.pictures[i.p];
  i.x = X(p.x);
  i.y = Y(p.y);
  i.w = X(p.x + p.w) - i.x;
  i.h = Y(p.y + p.h) - i.y;
}
const root = instance(0, null, -1);
const owner = new Map([[root.g, root]]);
scene.appendChild(root.g);
const instanceOf = e => owner.get(e.parentNode);
function anchor(e) {
  const r = e.getBoundingClientRect();
  return [r.left + r.width / 2, r.top];
}
// Arranges anew; the middle of the top of `after` comes to where `from` says.
function rearrange(from, after) {
  arrange(root);
  const [x, y] = anchor(after);
  box.x += from[0] - x;
  box.y += from[1] - y;
  place();
}
function openGroup(i, b) {
  const r = i.boxes.get(b);
  if (!r || r.e.dataset.p === undefined) return null;
  if (i.open.has(b)) return i.open.get(b);
  const inner = instance(+r.e.dataset.p, i, b), title = D.groups[r.e.dataset.g].title;
  const from = anchor(r.e);
  inner.frame = make('g', {class: 'frame', 'data-f': b, tabindex: 0, role: 'button',
                           'aria-expanded': 'true', 'aria-label': title}, i.g);
  make('rect', {class: 'fr', rx: 8}, inner.frame);
  make('text', {class: 'ft'}, inner.frame).textContent = '− ' + title;
  inner.titleWidth = title.length * 7 + 48;
  i.g.appendChild(inner.g);
  i.open.set(b, inner);
  owner.set(inner.g, inner);
  r.e.setAttribute('display', 'none');
  rearrange(from, inner.frame);
  note(inner);
  return inner;
}
function closeGroup(inner) {
  const i = inner.parent, r = i.boxes.get(inner.b), from = anchor(inner.frame);
  i.open.delete(inner.b);
  owner.delete(inner.g);
  inner.frame.remove();
  inner.g.remove();
  r.e.removeAttribute('display');
  rearrange(from, r.e);
  select(i, inner.b);
  r.e.focus({preventScroll: true});
}
function fit() {
  const r = view.getBoundingClientRect();
  const whole = Math.min(r.width / root.w, r.height / root.h, 1);
  box.k = Math.max(whole, Math.min(1, r.width / root.w, 0.75));
  box.x = (r.width - root.w * box.k) / 2 - root.x * box.k;
  const high = root.h * box.k;
  box.y = (high > r.height ? 8 : (r.height - high) / 2) - root.y * box.k;
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
// Where the selected element is: each group around it leads there.
function crumbs() {
  const nav = $('path'), chain = [];
  for (let i = selected ? selected.i : root; i; i = i.parent) chain.unshift(i);
  nav.textContent = '';
  chain.forEach((i, n) => {
    if (n) nav.append(' › ');
    const title = i.parent ? D.groups[i.parent.boxes.get(i.b).e.dataset.g].title : D.pictures[0].title;
    line(nav, 'button', title).onclick = () => i.parent ? centre(i.frame) : fit();
  });
}
function note(i) {
  $('note').textContent = i && D.pictures[i.p].shared && i.parent ?
    'stands for all groups of the same structure; names are those of ' + D.pictures[i.p].path : '';
}
function legend() {
  const e = $('legend');
  e.hidden = !D.overlay;
  if (!D.overlay) return;
  const l = D.overlay.legend;
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
function select(i, b) {
  selected = i ? {i, b} : null;
  for (const e of scene.querySelectorAll('.sel,.on')) e.classList.remove('sel', 'on');
  const side = $('side');
  side.hidden = !i;
  note(i);
  crumbs();
  if (!i) return;
  const g = i.boxes.get(b).e, inner = i.open.get(b);
  g.classList.add('sel');
  if (inner) inner.frame.classList.add('sel');
  for (const path of i.paths) if (path.ends.includes(b)) path.e.classList.add('on');
  details(g, side, i, b);
}
function tensors(side, title, list) {
  if (!list.length) return;
  line(side, 'h3', title);
  for (const t of list) {
    const p = line(side, 'p', D.tensors[t][0]);
    line(p, 'div', D.tensors[t][1], 's');
  }
}
function toggle(i, b) {
  if (i.open.has(b)) return closeGroup(i.open.get(b));
  const inner = openGroup(i, b);
  if (!inner) return;
  select(i, b);
  inner.frame.focus({preventScroll: true});
}
function details(g, side, i, b) {
  side.textContent = '';
  side.scrollTop = 0;
  if (g.dataset.g !== undefined) {
    const d = D.groups[g.dataset.g];
    line(side, 'h2', d.title);
    line(side, 'p', d.path, 's');
    line(side, 'p', d.repeat ? `${d.repeat} equal blocks, ${d.operators} operators`
                             : `${d.operators} operators`);
    if (g.dataset.p !== undefined)
      line(side, 'button', i.open.has(b) ? 'Close (Enter, or double-click)'
                                         : 'Open (Enter, or double-click)').onclick =
        () => toggle(i, b);
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
function centre(e) {
  if (box.k < 0.6) { box.k = 0.9; place(); }
  const r = view.getBoundingClientRect(), a = e.getBoundingClientRect();
  box.x += r.left + r.width / 2 - a.left - a.width / 2;
  box.y += a.height > r.height ? r.top + 8 - a.top : r.top + r.height / 2 - a.top - a.height / 2;
  place();
}
// The picture on the page, opening what is around it.
function showPicture(p) {
  if (p === 0) return root;
  const around = showPicture(D.pictures[p].up);
  for (const [b, r] of around.boxes)
    if (+r.e.dataset.p === p) return openGroup(around, b);
  return around;
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
  const [p, b] = D.where[hits[at]], i = showPicture(p);
  for (const e of scene.querySelectorAll('.hit')) e.classList.remove('hit');
  select(i, b);
  i.boxes.get(b).e.classList.add('hit');
  centre(i.boxes.get(b).e);
  $('count').textContent = `${at + 1} of ${hits.length}`;
}
// Out of the group around the selection: it closes.
function out() {
  if (selected && selected.i.open.has(selected.b)) closeGroup(selected.i.open.get(selected.b));
  else if (selected && selected.i.parent) closeGroup(selected.i);
  else select(null);
}
D.text = D.items.map(d => [d.t, d.n, d.a, (d.p || []).map(p => p.join(' ')).join(' '),
  d.o.concat(d.i).map(t => D.tensors[t][0]).join(' ')].join(' ').toLowerCase());
view.addEventListener('wheel', e => {
  e.preventDefault();
  const r = view.getBoundingClientRect();
  if (e.ctrlKey || !e.shiftKey)
    zoom(Math.exp(-e.deltaY * (e.deltaMode ? 0.05 : 0.0015)), e.clientX - r.left, e.clientY - r.top);
  else { box.x -= e.deltaY; place(); }
}, {passive: false});
// The instance and box that an event is about; an open group's frame stands for its box.
function target(e) {
  const g = e.target.closest ? e.target.closest('g[data-b],g.frame') : null;
  if (!g || !view.contains(g)) return null;
  return {i: instanceOf(g), b: +(g.dataset.b ?? g.dataset.f)};
}
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
  const t = target(e);
  select(t ? t.i : null, t ? t.b : -1);
});
view.addEventListener('dblclick', e => { const t = target(e); if (t) toggle(t.i, t.b); });
view.addEventListener('focusin', e => {
  const t = target(e);
  if (t && !drag) select(t.i, t.b);
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
    '/': () => $('find').focus(), Escape: out, Backspace: out, n: () => step(1), N: () => step(-1),
    Enter: () => { if (selected) toggle(selected.i, selected.b); }};
  if (e.ctrlKey || e.metaKey || e.altKey || !keys[e.key] || e.target.tagName === 'BUTTON') return;
  e.preventDefault();
  keys[e.key]();
});
$('find').addEventListener('input', find);
$('next').onclick = () => step(1);
$('fit').onclick = fit;
$('in').onclick = () => middle(1.25);
$('out').onclick = () => middle(0.8);
legend();
arrange(root);
fit();
crumbs();
)js";
}

} // namespace metainfer::drawing
