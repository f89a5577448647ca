/**
 * Every room, and all that its files may import besides each other: other rooms, packages of npm, modules of Node. What is
 * not listed is refused, imports of types too. Each file is in one room.
 * @type {readonly Room[]}
 */
export const rooms = [
  { name: 'contract', at: 'src-preload/contract/', npm: ['zod'] },
  { name: 'preload', at: 'src-preload/bridge\\.ts', rooms: ['contract'], npm: ['electron'] },

  {
    name: 'base',
    at: 'src-main/base/',
    rooms: ['contract'],
    node: ['crypto', 'fs', 'fs/promises', 'net', 'os', 'path'],
  },
  { name: 'engine interface', at: 'src-main/engine/engine\\.ts', rooms: ['contract', 'base'] },
  { name: 'back end interface', at: 'src-main/engine/backend\\.ts', rooms: ['contract', 'base'] },
  {
    name: 'engine, every platform',
    at: 'src-main/engine/(doctor/|guard/|input/|ocr/|outline/|picture/|selectors/|tree/|watch/|windows/|(operations?|delivery|deadlines)\\.ts)',
    rooms: ['contract', 'base', 'engine interface', 'back end interface'],
    npm: ['@napi-rs/canvas', 'tesseract.js', 'zod'],
    node: [
      'child_process',
      'fs/promises',
      'module',
      'os',
      'path',
      'perf_hooks',
      'timers/promises',
      'util',
      'worker_threads',
      'zlib',
    ],
  },
  { name: 'back ends, common', at: 'src-main/engine/backends/[^/]+\\.ts', rooms: ['contract', 'base'] },
  {
    name: 'back end: fake',
    at: 'src-main/engine/backends/fake/',
    rooms: ['contract', 'base', 'back end interface', 'back ends, common', 'engine, every platform'],
    npm: ['@napi-rs/canvas'],
    node: ['perf_hooks'],
  },
  {
    name: 'Linux processes',
    at: 'src-main/engine/backends/linux/processes/',
    rooms: ['contract', 'base', 'engine, every platform'],
    node: ['child_process', 'fs', 'fs/promises', 'os', 'path', 'util'],
  },
  {
    name: 'D-Bus',
    at: 'src-main/engine/backends/linux/dbus/',
    rooms: ['contract', 'base'],
    node: ['events', 'fs', 'fs/promises', 'net', 'os', 'path'],
  },
  {
    name: 'X11 display',
    at: 'src-main/engine/backends/linux/x11/display/',
    rooms: ['contract', 'base', 'back end interface'],
    npm: ['x11'],
    node: ['events', 'fs', 'net', 'util'],
  },
  {
    name: 'Linux failures',
    at: 'src-main/engine/backends/linux/(errors|translated-provider)\\.ts',
    rooms: ['contract', 'back end interface', 'D-Bus', 'X11 display'],
  },
  {
    name: 'X11',
    at: 'src-main/engine/backends/linux/x11/(?!display/)',
    rooms: [
      'contract',
      'base',
      'back end interface',
      'back ends, common',
      'engine, every platform',
      'Linux processes',
      'Linux failures',
      'X11 display',
    ],
    npm: ['@napi-rs/canvas', 'x11'],
    node: ['child_process', 'fs', 'fs/promises', 'os', 'path', 'perf_hooks', 'timers/promises'],
  },
  {
    name: 'AT-SPI',
    at: 'src-main/engine/backends/linux/atspi/',
    rooms: [
      'contract',
      'base',
      'back end interface',
      'back ends, common',
      'engine, every platform',
      'Linux processes',
      'Linux failures',
      'D-Bus',
      'X11 display',
    ],
    node: ['fs', 'fs/promises', 'os', 'path', 'perf_hooks', 'timers/promises'],
  },
  {
    name: 'back end: linux',
    at: 'src-main/engine/backends/linux/(index\\.ts|doctor/)',
    rooms: [
      'contract',
      'base',
      'back end interface',
      'engine, every platform',
      'Linux processes',
      'Linux failures',
      'D-Bus',
      'X11 display',
      'X11',
      'AT-SPI',
    ],
    node: ['fs', 'fs/promises', 'os', 'path'],
  },
  {
    name: 'back end: win32',
    at: 'src-main/engine/backends/win32/',
    rooms: ['contract', 'base', 'back end interface', 'back ends, common', 'engine, every platform'],
    npm: ['koffi', 'zod'],
    node: ['fs', 'os', 'path', 'perf_hooks', 'worker_threads'],
  },
  {
    name: 'choice of the back end',
    at: 'src-main/engine/create-backend\\.ts',
    rooms: [
      'contract',
      'base',
      'back end interface',
      'back end: fake',
      'back end: linux',
      'src-main/engine/backends/linux/x11/input/survivor\\.ts',
      'back end: win32',
    ],
  },
  {
    name: 'engine',
    at: 'src-main/engine/(connection|entry|fork-engine|heartbeat|local-engine|protocol|remote-engine|serve|supervisor)\\.ts',
    rooms: [
      'contract',
      'base',
      'engine interface',
      'back end interface',
      'engine, every platform',
      'choice of the back end',
    ],
    node: ['child_process', 'perf_hooks', 'worker_threads'],
  },

  {
    name: 'permissions',
    at: 'src-main/permissions/',
    rooms: ['contract', 'base'],
    npm: ['zod'],
    node: ['async_hooks', 'crypto', 'fs', 'perf_hooks'],
  },
  { name: 'settings', at: 'src-main/settings/', rooms: ['contract', 'base'], node: ['fs', 'fs/promises', 'util'] },
  {
    name: 'answers',
    at: 'src-main/tools/answers/',
    rooms: ['contract', 'base'],
    npm: ['@modelcontextprotocol/server', 'zod'],
  },
  {
    name: 'tools',
    at: 'src-main/tools/(?!registry\\.)[^/]+\\.ts',
    rooms: ['contract', 'base', 'engine interface', 'permissions', 'answers'],
    npm: ['@modelcontextprotocol/server', 'zod'],
    node: ['fs/promises', 'path', 'perf_hooks'],
  },
  {
    name: 'targets',
    at: 'src-main/tools/target/',
    rooms: ['contract', 'base', 'engine interface', 'answers', 'tools'],
    npm: ['zod'],
    node: ['perf_hooks'],
  },
  {
    name: 'text and keys',
    at: 'src-main/tools/input/',
    rooms: ['contract', 'base', 'engine interface', 'tools', 'targets'],
  },
  {
    name: 'runner',
    at: 'src-main/tools/runner/',
    rooms: ['contract', 'base', 'engine interface', 'permissions', 'answers', 'tools', 'targets'],
    npm: ['zod'],
    node: ['events', 'perf_hooks'],
  },
  {
    name: 'a server of tools',
    at: 'src-main/tools/servers/([^/]+)/',
    self: 'src-main/tools/servers/$1/',
    rooms: ['contract', 'base', 'engine interface', 'answers', 'tools', 'targets', 'text and keys'],
    npm: ['zod'],
    node: ['path'],
  },
  {
    name: 'registry',
    at: 'src-main/tools/(registry\\.ts|contract/)',
    rooms: ['contract', 'base', 'tools', 'a server of tools'],
    npm: ['zod'],
  },
  { name: 'MCP bridge', at: 'src-main/mcp/bridge/', node: ['fs', 'http', 'readline', 'string_decoder'] },
  {
    name: 'MCP protocol',
    at: 'src-main/mcp/(open-windows\\.ts|prompts/|protocol/|resources/|transports/)',
    rooms: [
      'contract',
      'base',
      'engine interface',
      'permissions',
      'answers',
      'tools',
      'targets',
      'runner',
      'a server of tools',
      'registry',
    ],
    npm: ['@modelcontextprotocol/node', '@modelcontextprotocol/server', 'zod'],
    node: ['crypto', 'http', 'net', 'stream', 'string_decoder'],
  },
  { name: 'inspect', at: 'src-main/inspect/', rooms: ['contract', 'base', 'engine interface'] },
  {
    name: 'recorder',
    at: 'src-main/recorder/',
    rooms: ['contract', 'base', 'engine interface'],
    npm: ['jsonc-parser', 'zod'],
    node: ['crypto', 'fs', 'fs/promises', 'path'],
  },
  {
    name: 'replay',
    at: 'src-main/replay/',
    rooms: ['contract', 'base', 'engine interface', 'tools', 'runner', 'recorder'],
  },
  {
    name: 'audit',
    at: 'src-main/audit/',
    rooms: ['contract', 'base', 'src-main/tools/observer\\.ts'],
    npm: ['zod'],
    node: ['crypto', 'fs', 'path'],
  },
  {
    name: 'runs',
    at: 'src-main/runs/',
    rooms: ['contract', 'base', 'engine interface', 'src-main/tools/observer\\.ts'],
    npm: ['fflate', 'zod'],
    node: ['crypto', 'fs', 'fs/promises', 'os', 'path', 'perf_hooks', 'util', 'zlib'],
  },
  {
    name: 'computer',
    at: 'src-main/computer/',
    rooms: [
      'contract',
      'base',
      'answers',
      'tools',
      'runner',
      'registry',
      'src-main/mcp/transports/in-memory\\.ts',
      'resources/mcp\\.yaml',
    ],
    npm: ['@modelcontextprotocol/client', 'yaml', 'zod'],
    node: ['events', 'fs/promises', 'os'],
  },
  {
    name: 'clients',
    at: 'src-main/clients/',
    rooms: ['contract', 'base'],
    npm: ['@modelcontextprotocol/client', 'fflate', 'jsonc-parser', 'smol-toml', 'yaml', 'zod'],
    node: ['fs', 'fs/promises', 'os', 'path'],
  },

  {
    name: 'services, shared',
    at: 'src-main/services/(core|headless)\\.ts',
    rooms: [
      'contract',
      'base',
      'engine interface',
      'choice of the back end',
      'engine',
      'permissions',
      'tools',
      'runner',
      'registry',
      'recorder',
      'replay',
      'audit',
      'runs',
    ],
    node: ['path'],
  },
  {
    name: 'services of the app',
    at: 'src-main/services/(?!core\\.|headless\\.)',
    rooms: [
      'contract',
      'base',
      'engine interface',
      'choice of the back end',
      'engine',
      'permissions',
      'settings',
      'MCP protocol',
      'tools',
      'runner',
      'registry',
      'inspect',
      'recorder',
      'replay',
      'audit',
      'runs',
      'clients',
      'services, shared',
    ],
    node: ['crypto', 'fs/promises', 'path'],
  },
  {
    name: 'command line',
    at: 'src-main/cli/',
    rooms: [
      'contract',
      'base',
      'engine interface',
      'choice of the back end',
      'engine',
      'permissions',
      'settings',
      'MCP protocol',
      'tools',
      'targets',
      'runner',
      'registry',
      'a server of tools',
      'inspect',
      'recorder',
      'replay',
      'audit',
      'runs',
      'computer',
      'clients',
      'services, shared',
      'package\\.json',
    ],
    node: ['crypto', 'events', 'fs', 'fs/promises', 'path', 'util'],
  },
  {
    name: 'app',
    at: 'src-main/(app/|index\\.ts)',
    rooms: [
      'contract',
      'base',
      'engine interface',
      'engine',
      'permissions',
      'settings',
      'inspect',
      'recorder',
      'replay',
      'runs',
      'services of the app',
      'src-main/tools/servers/window-management/action-call\\.ts',
    ],
    npm: ['electron', 'zod'],
    node: ['crypto', 'fs', 'fs/promises', 'path', 'url'],
  },

  {
    name: 'ui',
    at: 'src-renderer/ui/',
    rooms: ['contract'],
    npm: ['@tanstack/react-virtual', '@vscode/codicons', 'monaco-editor', 'react', 'react-resizable-panels', 'zustand'],
  },
  { name: 'renderer bridge', at: 'src-renderer/bridge/', rooms: ['contract'], npm: ['zod'] },
  {
    name: 'a feature',
    at: 'src-renderer/features/([^/]+)/',
    self: 'src-renderer/features/$1/',
    rooms: ['contract', 'ui', 'renderer bridge'],
    npm: ['@tanstack/react-virtual', 'react', 'zustand'],
  },
  {
    name: 'shell',
    at: 'src-renderer/shell/',
    rooms: ['contract', 'ui', 'renderer bridge', 'a feature'],
    npm: ['react', 'zustand'],
  },
  {
    name: 'main page',
    at: 'src-renderer/main/',
    rooms: ['ui', 'renderer bridge', 'shell'],
    npm: ['react-dom'],
  },
  {
    name: 'permission page',
    at: 'src-renderer/permission/',
    rooms: ['contract', 'ui', 'renderer bridge', 'src-renderer/features/permissions/'],
    npm: ['react-dom'],
  },
  {
    name: 'pick page',
    at: 'src-renderer/pick/',
    rooms: ['contract', 'ui', 'renderer bridge', 'src-renderer/features/pick-bar/'],
    npm: ['react-dom'],
  },
  { name: 'build of the pages', at: 'src-renderer/vite\\.config\\.ts', npm: ['vite'] },
];

/**
 * @typedef {object} Room
 * @property {string} name
 * @property {string} at the beginning of its files' paths, as a regular expression
 * @property {string} [self] what its files may import of it; all of it where not given
 * @property {readonly string[]} [rooms] by name; a path where only a part of a room is meant
 * @property {readonly string[]} [npm]
 * @property {readonly string[]} [node]
 */

/** Tests may reach anywhere; so may the kits in `testing/` folders that they share. */
export const tests = ['\\.test\\.tsx?$', '/testing/'];

/** @param {string} name */
const placeOf = (name) => rooms.find((room) => room.name === name)?.at ?? name;

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const borders = rooms.map(({ name, at, self = at, rooms: others = [], npm = [], node = [] }) => ({
  name: `room: ${name}`,
  severity: 'error',
  from: { path: `^${at}`, pathNot: tests },
  to: {
    pathNot: [
      `^${self}`,
      ...others.map((other) => `^${placeOf(other)}`),
      ...npm.map((name) => `(^|/)node_modules/${escaped(name)}/`),
      ...node.map((name) => `^${name}$`),
    ],
  },
}));

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('.', '\\.');
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...borders,
    {
      name: 'every file has a room',
      severity: 'error',
      from: { path: '^src-', pathNot: [...tests, ...rooms.map(({ at }) => `^${at}`)] },
      to: {},
    },
    {
      name: 'test kits are for tests',
      severity: 'error',
      from: { pathNot: tests },
      to: { path: '/testing/' },
    },
    {
      name: 'no cycles',
      severity: 'error',
      from: { pathNot: '\\.test\\.' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no import leads nowhere',
      comment: 'What cannot be resolved escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'electron only in app/ and the preload, for tests too',
      severity: 'error',
      from: { pathNot: ['^src-main/app/', '^src-main/index\\.ts$', '^src-preload/bridge\\.ts$', '^e2e/'] },
      to: { path: '(^|/)electron($|/)', pathNot: '^src-' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};
