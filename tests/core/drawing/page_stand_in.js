// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the scripts of a standalone page without a browser: as much of a document as they use, with
// places from the svg attributes. `node page_stand_in.js PAGE` prints the body's data-seen.
'use strict';
const fs = require('fs'), vm = require('vm');

const ENTITIES = {amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'"};
const plain = text => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);

class Text {
  constructor(text) { this.text = text; this.parentNode = null; }
  get textContent() { return this.text; }
}

class Element {
  constructor(tag, isSvg) {
    this.tagName = isSvg ? tag : tag.toUpperCase();
    this.attributes = new Map();
    this.childNodes = [];
    this.parentNode = null;
    this.listeners = new Map();
    this.style = {};
    this.namespaceURI = isSvg ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml';
    const e = this;
    this.dataset = new Proxy({}, {get: (_, name) => e.attributes.get('data-' + name)});
    const classes = () => (e.attributes.get('class') || '').split(' ').filter(c => c);
    this.classList = {
      contains: name => classes().includes(name),
      add: (...names) => e.setAttribute('class', [...new Set([...classes(), ...names])].join(' ')),
      remove: (...names) =>
        e.setAttribute('class', classes().filter(c => !names.includes(c)).join(' ')),
    };
  }
  getAttribute(name) { return this.attributes.has(name) ? this.attributes.get(name) : null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  removeAttribute(name) { this.attributes.delete(name); }
  get id() { return this.getAttribute('id') || ''; }
  get className() { return this.getAttribute('class') || ''; }
  set className(name) { this.setAttribute('class', name); }
  get hidden() { return this.attributes.has('hidden'); }
  set hidden(value) { value ? this.setAttribute('hidden', '') : this.removeAttribute('hidden'); }
  get children() { return this.childNodes.filter(n => n instanceof Element); }
  get firstChild() { return this.childNodes[0] || null; }
  get lastChild() { return this.childNodes[this.childNodes.length - 1] || null; }
  appendChild(node) {
    if (node.parentNode) node.remove();
    node.parentNode = this;
    this.childNodes.push(node);
    return node;
  }
  append(...nodes) {
    for (const n of nodes) this.appendChild(n instanceof Element ? n : new Text(String(n)));
  }
  remove() {
    const of = this.parentNode.childNodes;
    of.splice(of.indexOf(this), 1);
    this.parentNode = null;
  }
  get textContent() { return this.childNodes.map(n => n.textContent).join(''); }
  set textContent(text) {
    for (const n of this.childNodes) n.parentNode = null;
    this.childNodes = [];
    if (text !== '') this.append(String(text));
  }
  get innerHTML() { return this.textContent; } // asked of scripts only, which hold text
  set innerHTML(text) { this.textContent = ''; parse(text, this); }
  * descendants() {
    for (const c of this.children) { yield c; yield* c.descendants(); }
  }
  matches(selectors) {
    return selectors.split(',').some(s => {
      const m = s.trim().match(/^([a-z]+)?((?:\.[\w-]+|\[[\w-]+\])*)$/);
      if (!m) throw new Error('selector ' + s);
      return (!m[1] || this.tagName.toLowerCase() === m[1]) &&
        (m[2].match(/\.[\w-]+|\[[\w-]+\]/g) || []).every(
          p => p[0] === '.' ? this.classList.contains(p.slice(1))
                            : this.attributes.has(p.slice(1, -1)));
    });
  }
  querySelectorAll(s) { return [...this.descendants()].filter(e => e.matches(s)); }
  querySelector(s) { return this.querySelectorAll(s)[0] || null; }
  closest(s) {
    for (let e = this; e; e = e.parentNode) if (e.matches(s)) return e;
    return null;
  }
  contains(other) {
    for (let e = other; e; e = e.parentNode) if (e === this) return true;
    return false;
  }
  addEventListener(type, work) {
    if (!this.listeners.has(type)) this.listeners.set(type, []);
    this.listeners.get(type).push(work);
  }
  dispatchEvent(event) {
    event.target = this;
    for (let e = this; e; e = event.bubbles ? e.parentNode : null)
      for (const work of e.listeners.get(event.type) || []) work(event);
    if (event.bubbles) for (const work of window.get(event.type) || []) work(event);
    return !event.defaultPrevented;
  }
  focus() { this.dispatchEvent(new Event('focusin', {bubbles: true})); }
  click() { if (this.onclick) this.onclick(); }
  getBoundingClientRect() {
    if (this.id === 'view') return box(VIEW.x, VIEW.y, VIEW.width, VIEW.height);
    const all = [...this.matches('rect') ? [this] : [], ...this.descendants()].filter(
      e => e.matches('rect') && isShown(e, this));
    let l = Infinity, t = Infinity, r = -Infinity, b = -Infinity;
    for (const e of all) {
      const n = name => +(e.getAttribute(name) || 0);
      const [x, y, k] = transformOf(e);
      l = Math.min(l, x + n('x') * k);
      t = Math.min(t, y + n('y') * k);
      r = Math.max(r, x + (n('x') + n('width')) * k);
      b = Math.max(b, y + (n('y') + n('height')) * k);
    }
    return all.length ? box(l, t, r - l, b - t) : box(0, 0, 0, 0);
  }
}

const VIEW = {x: 0, y: 48, width: 1200, height: 850};
const box = (x, y, width, height) =>
  ({x, y, width, height, left: x, top: y, right: x + width, bottom: y + height});
const isShown = (e, upTo) => {
  for (; e && e !== upTo; e = e.parentNode) if (e.getAttribute('display') === 'none') return false;
  return true;
};
// [x, y, scale] from an element's own coordinates to the window's.
function transformOf(e) {
  let x = 0, y = 0, k = 1;
  for (; e && e.id !== 'view'; e = e.parentNode) {
    const given = e.getAttribute('transform') || '';
    const scale = given.match(/scale\(([^)]+)\)/), move = given.match(/translate\(([^ ]+) ([^)]+)\)/);
    const f = scale ? +scale[1] : 1, [dx, dy] = move ? [+move[1], +move[2]] : [0, 0];
    if (![f, dx, dy].every(Number.isFinite)) throw new Error('transform ' + given);
    [x, y, k] = [x * f + dx, y * f + dy, k * f];
  }
  return [x + VIEW.x, y + VIEW.y, k];
}

class Event {
  constructor(type, options = {}) { Object.assign(this, {type, bubbles: false}, options); }
  preventDefault() { this.defaultPrevented = true; }
}

// Well-formed markup, as the page is: every element is closed. Scripts hold text.
function parse(text, into) {
  const token = /<!--.*?-->|<!DOCTYPE[^>]*>|<(\/?)([\w]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/gs;
  let at = into, last = 0;
  for (let m; (m = token.exec(text));) {
    if (m.index > last) at.appendChild(new Text(plain(text.slice(last, m.index))));
    last = token.lastIndex;
    if (m[2] === undefined) continue;
    if (m[1]) {
      if (at.tagName.toLowerCase() !== m[2]) throw new Error(`</${m[2]}> closes ${at.tagName}`);
      at = at.parentNode;
      continue;
    }
    const e = new Element(m[2], m[2] === 'svg' || /svg$/.test(at.namespaceURI));
    for (const [, name, value] of m[3].matchAll(/([\w:-]+)="([^"]*)"/g))
      e.setAttribute(name, plain(value));
    at.appendChild(e);
    if (m[4]) continue;
    at = e;
    if (m[2] !== 'script') continue;
    const end = text.indexOf('</script>', last);
    e.appendChild(new Text(text.slice(last, end)));
    last = token.lastIndex = end;
  }
  if (last < text.length) at.appendChild(new Text(plain(text.slice(last))));
  if (at !== into) throw new Error(`<${at.tagName}> is not closed`);
}

const window = new Map();
const page = new Element('document', false);
parse(fs.readFileSync(process.argv[2], 'utf8'), page);
const all = [...page.descendants()], body = all.find(e => e.tagName === 'BODY');
for (const e of all) e.value = '';
const context = vm.createContext({
  document: {
    body,
    getElementById: id => [...page.descendants()].find(e => e.id === id) || null,
    createElement: tag => new Element(tag, false),
    createElementNS: (space, tag) => new Element(tag, /svg$/.test(space)),
  },
  addEventListener: (type, work) => window.set(type, [...(window.get(type) || []), work]),
  Event, MouseEvent: Event, KeyboardEvent: Event, PointerEvent: Event, WheelEvent: Event,
});
for (const e of all)
  if (e.tagName === 'SCRIPT' && !e.getAttribute('type')) vm.runInContext(e.textContent, context);
for (const work of window.get('load') || []) work(new Event('load'));
process.stdout.write(body.getAttribute('data-seen') || '');
