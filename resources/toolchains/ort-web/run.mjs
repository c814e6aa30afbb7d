// SPDX-FileCopyrightText: The MetaInfer authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a model with ONNX Runtime's WebAssembly build under Node, 18 or newer, and writes what it measured
// as JSON. Tensors come and go in tensor files (core/execution/tensor_file.h). What it does:
//   --mode version | latency | outputs | layers | memory
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';

function options() {
    const result = { config: [], dim: [] };
    const words = process.argv.slice(2);
    for (let i = 0; i < words.length; i += 2) {
        const name = words[i].replace(/^--/, '');
        if (!words[i].startsWith('--') || i + 1 >= words.length)
            throw new Error(`option ${words[i]} has no value`);
        if (Array.isArray(result[name]))
            result[name].push(words[i + 1]);
        else
            result[name] = words[i + 1];
    }
    return result;
}

// Numbers of ONNX TensorProto.DataType.
const kTypes = {
    1: ['float32', Float32Array], 2: ['uint8', Uint8Array], 3: ['int8', Int8Array],
    4: ['uint16', Uint16Array], 5: ['int16', Int16Array], 6: ['int32', Int32Array],
    7: ['int64', BigInt64Array], 8: ['string', null], 9: ['bool', Uint8Array],
    10: ['float16', globalThis.Float16Array ?? Uint16Array], 11: ['float64', Float64Array],
    12: ['uint32', Uint32Array], 13: ['uint64', BigUint64Array],
};
const aligned = (offset) => Math.ceil(offset / 64) * 64;

function readStrings(bytes) {
    const strings = [];
    for (let at = 0; at < bytes.length;) {
        const length = Number(bytes.readBigUInt64LE(at));
        strings.push(bytes.toString('utf8', at + 8, at + 8 + length));
        at += 8 + length;
    }
    return strings;
}

function readTensors(ort, file) {
    const bytes = fs.readFileSync(file);
    if (bytes.toString('latin1', 0, 8) !== 'MITENS1\n')
        throw new Error(`${file} is not a tensor file`);
    const length = Number(bytes.readBigUInt64LE(8));
    const index = JSON.parse(bytes.toString('utf8', 16, 16 + length));
    const start = aligned(16 + length);
    const feeds = {};
    for (const entry of index) {
        const [type, array] = kTypes[entry.type] ?? [];
        if (!type)
            throw new Error(`input ${entry.name}: unsupported tensor type number ${entry.type}`);
        const raw = bytes.subarray(start + entry.offset, start + entry.offset + entry.bytes);
        // A copy of its own: typed arrays want aligned memory.
        const data = array ? new array(Uint8Array.from(raw).buffer) : readStrings(raw);
        feeds[entry.name] = new ort.Tensor(type, data, entry.dims);
    }
    return feeds;
}

function packStrings(strings) {
    const parts = [];
    for (const text of strings) {
        const bytes = Buffer.from(text, 'utf8');
        const length = Buffer.alloc(8);
        length.writeBigUInt64LE(BigInt(bytes.length));
        parts.push(length, bytes);
    }
    return Buffer.concat(parts);
}

function writeTensors(file, outputs) {
    const index = [], blocks = [];
    let offset = 0;
    for (const [name, tensor] of Object.entries(outputs)) {
        const type = Object.keys(kTypes).find((key) => kTypes[key][0] === tensor.type);
        if (!type)
            throw new Error(`output ${name}: unsupported tensor type ${tensor.type}`);
        const data = tensor.type === 'string'
            ? packStrings(tensor.data)
            : Buffer.from(tensor.data.buffer, tensor.data.byteOffset, tensor.data.byteLength);
        index.push({ name, type: Number(type), dims: tensor.dims, offset, bytes: data.length });
        blocks.push(data, Buffer.alloc(aligned(data.length) - data.length));
        offset += aligned(data.length);
    }
    const text = Buffer.from(JSON.stringify(index), 'utf8');
    const head = Buffer.alloc(aligned(16 + text.length));
    head.write('MITENS1\n', 0, 'latin1');
    head.writeBigUInt64LE(BigInt(text.length), 8);
    text.copy(head, 16);
    fs.writeFileSync(file, Buffer.concat([head, ...blocks]));
}

// Names of files with weights: the entries ("location", NAME) of the model's external data.
function externalFiles(model) {
    const key = Buffer.from('\x0a\x08location\x12', 'latin1');
    const names = new Set();
    for (let at = model.indexOf(key); at >= 0; at = model.indexOf(key, at + 1)) {
        const length = model[at + key.length];
        const begin = at + key.length + 1;
        if (length > 0 && length < 128)
            names.add(model.toString('utf8', begin, begin + length));
    }
    return [...names];
}

function sessionOptions(given, folder, model) {
    const session = {
        executionProviders: ['wasm'],
        graphOptimizationLevel: given.opt ?? 'all',
        executionMode: given.exec ?? 'sequential',
        enableCpuMemArena: given.arena !== 'off',
        enableMemPattern: given.pattern !== 'off',
        enableProfiling: given.mode === 'layers',
        extra: {},
    };
    const entry = (key, value) => {
        const parts = key.split('.');
        let at = session.extra;
        for (const part of parts.slice(0, -1))
            at = at[part] ??= {};
        at[parts[parts.length - 1]] = value;
    };
    if (given.disable)
        entry('optimization.disable_specified_optimizers', given.disable.replaceAll(',', ';'));
    if (given.prepack === 'off')
        entry('session.disable_prepacking', '1');
    for (const pair of given.config)
        entry(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    for (const pair of given.dim)
        (session.freeDimensionOverrides ??= {})[pair.slice(0, pair.lastIndexOf('='))] =
            Number(pair.slice(pair.lastIndexOf('=') + 1));
    const external = externalFiles(model).filter((name) => fs.existsSync(path.join(folder, name)));
    if (external.length > 0)
        session.externalData = external.map((name) => ({
            path: name, data: new Uint8Array(fs.readFileSync(path.join(folder, name))),
        }));
    return session;
}

const now = () => Number(process.hrtime.bigint()) / 1e6;
const cpuNow = () => { const use = process.cpuUsage(); return (use.user + use.system) / 1e3; };
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

async function timed(session, feeds) {
    const cpu = cpuNow(), wall = now();
    await session.run(feeds);
    return { wall: now() - wall, cpu: cpuNow() - cpu };
}

// The medians of the last two windows agree: the code is compiled and the caches are warm.
function stable(samples) {
    if (samples.length < 10)
        return false;
    const last = median(samples.slice(-5)), before = median(samples.slice(-10, -5));
    return Math.abs(last - before) <= 0.03 * before;
}

async function warmUp(session, feeds, given) {
    const samples = [];
    const begin = now();
    const least = Number(given.warmup ?? 3), seconds = Number(given['warmup-seconds'] ?? 0);
    const most = Number(given['most-warmup-seconds'] ?? 5);
    while (samples.length < least || (now() - begin) / 1e3 < seconds ||
           (most > 0 && !stable(samples))) {
        if ((now() - begin) / 1e3 > Math.max(most, seconds))
            break;
        samples.push((await timed(session, feeds)).wall);
    }
    return { runs: samples.length, stable: stable(samples) };
}

async function measure(session, feeds, given) {
    const samples = [];
    const begin = now();
    const least = Number(given.iterations ?? 11), most = Number(given['most-iterations'] ?? 20000);
    const seconds = Number(given.seconds ?? 0), end = Number(given['most-seconds'] ?? 60);
    while (samples.length < most && (now() - begin) / 1e3 < end &&
           (samples.length < least || (now() - begin) / 1e3 < seconds))
        samples.push(await timed(session, feeds));
    return samples;
}

// The profiler prints its events as lines of JSON, through the file system's own module.
const profileLines = [];
function catchProfile() {
    const module = createRequire(import.meta.url)('node:fs');
    const write = module.writeSync;
    module.writeSync = (file, text, ...rest) => {
        if ((file !== 1 && file !== 2) || typeof text !== 'string')
            return write(file, text, ...rest);
        for (const line of text.split('\n'))
            if (line.startsWith('{"cat"'))
                profileLines.push(line.replace(/,\s*$/, ''));
        return text.length;
    };
}

function dtypeOf(event) {
    const first = event.args.output_type_shape?.[0];
    return first ? Object.keys(first)[0] : '';
}

function layersOf(runs) {
    const nodes = new Map();
    const events = [];
    for (const line of profileLines) {
        try {
            events.push(JSON.parse(line));
        } catch {
            // a message of the runtime among the events
        }
    }
    const total = events.filter((event) => event.name === 'model_run').length;
    const skip = Math.max(0, total - runs);
    let done = 0; // a run's own event comes after those of its nodes
    for (const event of events) {
        if (event.name === 'model_run')
            ++done;
        if (event.cat !== 'Node' || !event.name.endsWith('_kernel_time') || done < skip)
            continue;
        const name = event.name.slice(0, -'_kernel_time'.length);
        const node = nodes.get(name) ?? { name, type: event.args.op_name, dtype: dtypeOf(event), runs: new Map() };
        const run = node.runs.get(done) ?? { us: 0, calls: 0 };
        run.us += Number(event.dur);
        run.calls += 1;
        node.runs.set(done, run);
        nodes.set(name, node);
    }
    return [...nodes.values()].map((node) => {
        const all = [...node.runs.values()];
        return {
            name: node.name, type: node.type, dtype: node.dtype,
            us: median(all.map((run) => run.us)), calls: median(all.map((run) => run.calls)),
        };
    });
}

const peakBytes = () => process.resourceUsage().maxRSS * 1024;

async function main() {
    const given = options();
    if (given.mode === 'layers')
        catchProfile();
    const bundle = pathToFileURL(path.join(path.resolve(given.runtime), 'ort.node.min.mjs'));
    const ort = await import(bundle.href);
    if (given.mode === 'version') {
        console.log(`ort-web ${ort.env.versions.web} node ${process.versions.node}`);
        return;
    }
    ort.env.wasm.numThreads = Number(given.threads ?? 1);
    ort.env.logLevel = 'error';
    const model = fs.readFileSync(given.model);
    const sets = Number(given.sets ?? 1);
    const inputs = (set) => readTensors(ort, path.join(given.inputs, `${set}.tensors`));
    const feeds = inputs(0);
    const session_ = sessionOptions(given, path.dirname(given.model), model);
    // The engine starts with the first session: nothing is a model, so that loading is the model's.
    await ort.InferenceSession.create(new Uint8Array(0), { executionProviders: ['wasm'] }).catch(() => {});
    const baseline = peakBytes();
    const begin = now();
    const session = await ort.InferenceSession.create(new Uint8Array(model), session_);
    const report = { version: ort.env.versions.web, node: process.versions.node,
                     threads: ort.env.wasm.numThreads, load_ms: now() - begin };
    if (given.mode === 'outputs') {
        for (let set = 0; set < sets; ++set)
            writeTensors(path.join(given.outputs, `${set}.tensors`),
                         await session.run(set === 0 ? feeds : inputs(set)));
        return;
    }
    report.first_ms = (await timed(session, feeds)).wall;
    if (given.mode === 'memory') {
        for (let i = 0; i < 2; ++i)
            await session.run(feeds);
        report.peak_bytes = Math.max(0, peakBytes() - baseline);
    } else {
        report.warmup = await warmUp(session, feeds, given);
        report.samples = await measure(session, feeds, given);
    }
    if (given.mode === 'layers') {
        session.endProfiling();
        report.layers = layersOf(report.samples.length);
    }
    fs.writeFileSync(given.report, JSON.stringify(report));
}

main().then(() => process.exit(0), (error) => {
    process.stderr.write(`ort-web failed: ${error?.message ?? error}\n`);
    process.exit(1);
});
