/** Who may import whom. ARCHITECTURE.md says why; this file is what holds. */
const rooms = {
  '^src-main/base/': ['^src-main/base/'],
  '^src-main/engine/': ['^src-main/engine/', '^src-main/base/'],
  '^src-main/permissions/': ['^src-main/permissions/', '^src-main/base/'],
  '^src-main/clients/': ['^src-main/(clients|base)/'],
  '^src-main/settings/': ['^src-main/settings/', '^src-main/base/'],
  '^src-main/mcp/': ['^src-main/(mcp|permissions|base)/', '^src-main/engine/engine\\.ts$'],
  '^src-main/inspect/': ['^src-main/(inspect|base)/', '^src-main/engine/engine\\.ts$'],
  '^src-main/recorder/': ['^src-main/(recorder|base)/', '^src-main/engine/engine\\.ts$'],
  '^src-main/replay/': ['^src-main/(replay|mcp|recorder|base)/', '^src-main/engine/engine\\.ts$'],
  '^src-main/audit/': ['^src-main/(audit|base)/', '^src-main/mcp/observer\\.ts$'],
  '^src-main/runs/': ['^src-main/(runs|base)/', '^src-main/mcp/observer\\.ts$', '^src-main/engine/engine\\.ts$'],
  '^src-main/computer/': ['^src-main/(computer|mcp|base)/'],
  '^src-main/agents/': ['^src-main/(agents|computer|base)/'],
};

/** Tests may reach anywhere; so may the kits in `testing/` folders that they share. */
const tests = ['\\.test\\.tsx?$', '/testing/'];

const allowed = Object.entries(rooms).map(([room, reach]) => ({
  name: `room ${room}`,
  severity: 'error',
  from: { path: room, pathNot: tests },
  to: { path: '^src-', pathNot: [...reach, '^src-preload/contract/'] },
}));

export default {
  forbidden: [
    ...allowed,
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
      name: 'the contract needs nothing but zod',
      severity: 'error',
      from: { path: '^src-preload/contract/' },
      to: { pathNot: ['^src-preload/contract/', '^node_modules/(zod|vitest)/'] },
    },
    {
      name: 'the bridge travels alone',
      severity: 'error',
      from: { path: '^src-main/mcp/bridge/', pathNot: tests },
      to: { pathNot: '^src-main/mcp/bridge/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'no import leads nowhere',
      comment: 'What cannot be resolved escapes every other rule.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'electron only in app/ and the preload',
      severity: 'error',
      from: { pathNot: ['^src-main/app/', '^src-main/index\\.ts$', '^src-preload/bridge\\.ts$', '^e2e/'] },
      to: { path: '(^|/)electron($|/)', pathNot: '^src-' },
    },
    {
      name: 'only create-backend knows the back ends',
      severity: 'error',
      from: { pathNot: ['^src-main/engine/create-backend\\.ts$', '^src-main/engine/backends/', ...tests] },
      to: { path: '^src-main/engine/backends/' },
    },
    {
      name: 'back ends do not know each other',
      severity: 'error',
      from: { path: '^src-main/engine/backends/([^/]+)/' },
      to: { path: '^src-main/engine/backends/([^/]+)/', pathNot: '^src-main/engine/backends/$1/' },
    },
    {
      name: 'native code only in back ends',
      severity: 'error',
      from: { pathNot: ['^src-main/engine/'] },
      to: { path: 'node_modules/(koffi|uiohook-napi|node-screenshots|@napi-rs/canvas|x11)/' },
    },
    {
      name: 'the renderer knows only the contract',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^src-', pathNot: ['^src-renderer/', '^src-preload/contract/'] },
    },
    {
      name: 'features never import each other',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/(features/([^/]+)|shell)/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'ui knows no feature',
      severity: 'error',
      from: { path: '^src-renderer/ui/' },
      to: { path: '^src-renderer/(features|shell|bridge|main)/' },
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
