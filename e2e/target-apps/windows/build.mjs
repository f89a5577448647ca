/**
 * Programs for the tests on Windows, built by Debian's mingw (package g++-mingw-w64-x86-64-posix): one command per
 * target, `commandFor(target, …)`. The UI Automation server needs the headers of mingw-w64 12 or later (Debian 13's
 * package mingw-w64-common): pass the folder with its uiautomation*.h.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiler = 'x86_64-w64-mingw32-g++-posix';
const flags = [
  '-std=c++17',
  '-O1',
  '-Wall',
  '-Wextra',
  '-static',
  '-s',
  '-DUNICODE',
  '-D_UNICODE',
  '-D_WIN32_WINNT=0x0a00',
];

/** @param {string} path */
function sourceFile(path) {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** The C++ sources in a folder beside this file. @param {string} folder */
function sourcesIn(folder) {
  const inside = sourceFile(folder);
  return readdirSync(inside)
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => join(inside, name))
    .sort();
}

/**
 * Sources compiled as one, so that the large headers of UI Automation are read once: 4 s instead of 26.
 * @param {readonly string[]} sources
 */
function asOne(sources) {
  return [...sources.flatMap((source) => ['-include', source]), '-x', 'c++', '/dev/null'];
}

/** Each target: its sources, output file, flags and libraries. */
export const targets = [
  {
    sources: sourcesIn('controls'),
    output: 'deskscope-controls.exe',
    flags: ['-municode', '-mwindows'],
    libraries: ['comctl32', 'gdi32'],
  },
  {
    sources: asOne(sourcesIn('uia')),
    output: 'deskscope-uia.dll',
    flags: ['-shared', sourceFile('uia/exports.def')],
    libraries: ['ole32', 'oleaut32', 'uuid', 'gdi32'],
  },
  {
    sources: sourcesIn('ocr'),
    output: 'deskscope-ocr.dll',
    flags: ['-shared', sourceFile('ocr/exports.def')],
    libraries: ['runtimeobject', 'uuid'],
  },
];

/**
 * The command that builds a target into a folder.
 * @param {(typeof targets)[number]} target
 * @param {{ outputFolder: string, headers?: string }} where `headers`: the folder with the UI Automation headers
 * @returns {string[]} the program and its arguments
 */
export function commandFor(target, { outputFolder, headers }) {
  return [
    compiler,
    ...flags,
    ...target.flags,
    ...(headers ? ['-isystem', headers] : []),
    ...target.sources,
    '-o',
    join(outputFolder, target.output),
    ...target.libraries.map((name) => `-l${name}`),
  ];
}
