'use strict';
// Keeps what V8 compiled of the built files beside them, and loads them with it: compiling is half of what a command takes to
// start. Only who can write the built files can write there, so that the cache is trusted like them. Node's own
// (`module.enableCompileCache`) exists since 22.8 only, and reads a file for each of theirs.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const folder = path.join(__dirname, '../out/main');
/** So long after its start a process that goes on keeps what it has compiled, in milliseconds. */
const keepAfterMs = 2_000;
const loader = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;

/**
 * @typedef {{ mtimeMs: number, size: number, isAscii: boolean, at: number, length: number }} Entry
 * Which state of a built file was compiled, and where in the cache the result is, in bytes.
 */

/**
 * Loads the built files that are required from now on with what an earlier process of this kind compiled, and keeps what this
 * one compiles for the next. Without a cache that fits, and in a folder that cannot be written, all works as without it.
 * @param {string} kind which processes run the same functions
 */
exports.useCodeCache = (kind) => {
  const file = path.join(folder, 'code-cache', `${kind}-${process.version}-${process.arch}.bin`);
  const { entries, data } = read(file);
  /** @type {Map<string, { script: vm.Script, entry: Omit<Entry, 'at' | 'length'> }>} */
  const loaded = new Map();
  let isNew = false;

  const usual = Module._extensions['.js'];
  Module._extensions['.js'] = (module, filename) => {
    if (!filename.startsWith(folder + path.sep)) return usual(module, filename);
    const name = path.relative(folder, filename);
    const { mtimeMs, size } = fs.statSync(filename);
    const known = entries[name]?.mtimeMs === mtimeMs && entries[name].size === size ? entries[name] : undefined;
    const source = fs.readFileSync(filename, known?.isAscii ? 'latin1' : 'utf8');
    const script = new vm.Script(Module.wrap(source), {
      filename,
      columnOffset: -Module.wrapper[0].length,
      ...(known && { cachedData: data.subarray(known.at, known.at + known.length) }),
      ...(loader && { importModuleDynamically: loader }),
    });
    isNew ||= !known || script.cachedDataRejected === true;
    loaded.set(name, { script, entry: { mtimeMs, size, isAscii: source.length === size } });
    const run = script.runInThisContext();
    run.call(module.exports, module.exports, requireOf(module), module, filename, path.dirname(filename));
  };

  const keep = () => {
    // Of wrong usage there is nothing to keep.
    if (!isNew || process.exitCode === 2) return;
    isNew = false;
    write(file, { entries, data, loaded });
  };
  setTimeout(keep, keepAfterMs).unref();
  process.once('exit', keep);
};

function requireOf(module) {
  const require = (id) => module.require(id);
  require.resolve = (id, options) => Module._resolveFilename(id, module, false, options);
  require.main = process.mainModule;
  require.cache = Module._cache;
  require.extensions = Module._extensions;
  return require;
}

/** @returns {{ entries: Record<string, Entry>, data: Buffer }} empty if there is none */
function read(file) {
  try {
    const bytes = fs.readFileSync(file);
    const start = 4 + bytes.readUInt32LE();
    return { entries: JSON.parse(bytes.toString('utf8', 4, start)), data: bytes.subarray(start) };
  } catch {
    return { entries: {}, data: Buffer.alloc(0) };
  }
}

/** Replaces the cache at once, by what was loaded and the rest of what it had. */
function write(file, { entries, data, loaded }) {
  const kept = {};
  const parts = [];
  let at = 0;
  const add = (name, entry, bytes) => {
    kept[name] = { ...entry, at, length: bytes.length };
    parts.push(bytes);
    at += bytes.length;
  };
  for (const [name, { script, entry }] of loaded) add(name, entry, script.createCachedData());
  for (const [name, entry] of Object.entries(entries)) {
    const isThere = !loaded.has(name) && fs.existsSync(path.join(folder, name));
    if (isThere) add(name, entry, data.subarray(entry.at, entry.at + entry.length));
  }
  const head = Buffer.from(JSON.stringify(kept));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  const made = `${file}.${process.pid}`;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(made, Buffer.concat([length, head, ...parts]), { mode: 0o644, flag: 'wx' });
    fs.renameSync(made, file);
  } catch {
    try {
      fs.unlinkSync(made);
    } catch {
      // It was not begun.
    }
  }
}

/**
 * Writes the cache of a built file and all that it requires, with all of their functions compiled, unless it is there: for
 * processes that cannot write it, as inside a desktop.
 */
exports.fillCodeCache = (kind, entry) => {
  const file = path.join(folder, 'code-cache', `${kind}-${process.version}-${process.arch}.bin`);
  if (fs.existsSync(file)) return;
  const loaded = new Map();
  const add = (filename) => {
    const name = path.relative(folder, filename);
    if (loaded.has(name)) return;
    const { mtimeMs, size } = fs.statSync(filename);
    const source = fs.readFileSync(filename, 'utf8');
    // The flag is part of what a cache must fit, and so is set for the moment only.
    v8.setFlagsFromString('--no-lazy');
    const script = new vm.Script(Module.wrap(source), { filename, columnOffset: -Module.wrapper[0].length });
    v8.setFlagsFromString('--lazy');
    loaded.set(name, { script, entry: { mtimeMs, size, isAscii: source.length === size } });
    for (const [, other] of source.matchAll(/require\("(\.{1,2}\/[^"]+\.js)"\)/g))
      add(path.resolve(path.dirname(filename), other));
  };
  add(path.join(folder, entry));
  write(file, { entries: {}, data: Buffer.alloc(0), loaded });
};

if (require.main === module) exports.fillCodeCache('engine', 'engine.js');
// Required before an engine, by `fork-engine.ts`.
else if (process.argv[1] === path.join(folder, 'engine.js')) exports.useCodeCache('engine');
