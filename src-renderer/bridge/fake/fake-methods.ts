import type { CallRecord, ClientView, McpStatus, PermissionRequest } from '#contract/api';
import { AppError } from '#contract/errors';
import type { Events, Topic } from '#contract/events';
import { parseElementId, type ElementDetails, type ElementId, type TreeNode } from '#contract/model/elements/element';
import { noFacts } from '#contract/model/elements/element-facts';
import type { Capabilities, Check, EngineStatus } from '#contract/model/engine';
import { contains, type Point } from '#contract/model/geometry';
import type { DebugState } from '#contract/model/runs/debug';
import type { Grant, HaltState } from '#contract/model/permissions/permission';
import type { Step } from '#contract/model/recordings/recording';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { TrialReport } from '#contract/model/elements/selector-trial';
import {
  keyedProvider,
  type KeyedProvider,
  type ModelKeysView,
  type ProviderKey,
} from '#contract/model/agents/model-provider';
import { defaultSettings, type Settings } from '#contract/model/settings';
import type { WindowInfo } from '#contract/model/windows/window';
import { cut, fakeTree, fakeWindows, walk, fakePicture, fakeLook, fakeText } from './fake-desktop.ts';
import { createFakeRecorder } from './fake-recorder.ts';

type Announce = <T extends Topic>(topic: T, payload: Events[T]) => void;
type Methods = Readonly<Record<string, (input: never) => unknown>>;

/** Methods of the fake desktop, by the names of the contract. */
export function fakeMethods(announce: Announce): Methods {
  return {
    ...appMethods(announce),
    ...desktopMethods(),
    ...pickMethods(announce),
    ...recorderMethods(announce),
    ...permissionMethods(),
    ...consentMethods(announce),
    ...agentsMethods(announce),
  };
}

function appMethods(announce: Announce): Methods {
  const all: Capabilities = {
    windows: true,
    windowEvents: true,
    elements: true,
    input: true,
    capture: true,
    highlight: true,
    inputHook: true,
    grab: true,
  };
  const status: EngineStatus = { state: 'ready', detail: '', restarts: 0, latencyMs: 2 };
  const mcp: McpStatus = {
    state: 'listening',
    url: 'http://127.0.0.1:8722/mcp',
    token: 'fake-token',
    readToken: 'fake-read-token',
    clients: [
      {
        id: '1',
        name: 'claude-code',
        version: '2.1.329',
        era: '2026',
        since: Date.now() - 600_000,
        calls: 12,
        lastCallAt: Date.now() - 5_000,
      },
    ],
    computers: {
      file: '/home/ada/mcp.yaml',
      problem: '',
      warnings: [],
      opening: false,
      computers: [
        {
          agent: 'HostAgent',
          root: 'default',
          servers: [
            { namespace: 'UICollector', type: 'data_collection', kind: 'local', tools: 9 },
            { namespace: 'HostUIExecutor', type: 'action', kind: 'local', tools: 1 },
          ],
          problems: [
            {
              namespace: 'Office',
              type: 'action',
              message: 'The server at https://office.example did not answer: connect ECONNREFUSED.',
            },
          ],
        },
      ],
    },
    inUse: [
      {
        kind: 'client',
        who: 'claude-code',
        computers: [
          {
            agent: 'claude-code',
            root: 'default',
            servers: [{ namespace: 'UICollector', type: 'data_collection', kind: 'local', tools: 9 }],
            problems: [],
          },
        ],
      },
    ],
    detail: '',
  };
  const checks: Check[] = [
    { name: 'Display', status: 'ok', detail: 'The fake desktop.', fix: '' },
    {
      name: 'Accessibility of Chromium',
      status: 'warning',
      detail: 'Chromium was started without it.',
      fix: 'chromium --force-renderer-accessibility',
    },
  ];
  let settings: Settings = defaultSettings;
  return {
    'app.info': () => ({
      version: '0.1.0',
      electron: '',
      platform: 'browser',
      backend: 'fake',
      capabilities: all,
      monitors: [],
      desktops: { count: 1, current: 0 },
    }),
    'app.diagnose': () => checks,
    'app.copyText': ({ text }: { text: string }) => navigator.clipboard.writeText(text),
    'engine.status': () => status,
    'engine.restart': () => announce('engine.status', { ...status, restarts: 1 }),
    'desktops.inspected': () => ({ id: null, ended: null }),
    'desktops.unwatch': () => undefined,
    'mcp.status': () => mcp,
    'mcp.retry': () => announce('mcp.changed', mcp),
    'mcp.disconnect': () => announce('mcp.changed', { ...mcp, clients: [] }),
    'mcp.calls': () => fakeCalls,
    'clients.list': () => fakeClients,
    'files.recent': () => [
      { path: '/home/ada/recordings/add-two-numbers.json', at: Date.now() - 3_600_000 },
      { path: '/home/ada/recordings/send-report.json', at: Date.now() - 90_000_000 },
    ],
    'files.follow': () => undefined,
    'runs.list': () => ({ runs: [], warning: '' }),
    'settings.get': () => settings,
    'settings.problems': () => [],
    'settings.set': (change: Partial<Settings>) => {
      settings = { ...settings, ...change };
      announce('settings.changed', settings);
      return settings;
    },
  };
}

const fakeClients: readonly ClientView[] = [
  {
    id: 'claude-code',
    title: 'Claude Code',
    file: '/home/ada/.claude.json',
    installed: true,
    state: 'configured',
    problem: '',
    language: 'json',
    link: false,
    token: false,
    next: 'Start a new session of claude.',
    snippet: '{\n  "mcpServers": {}\n}\n',
  },
];

const fakeCalls: readonly CallRecord[] = [
  ['data_collection::get_desktop_app_info', 'ok', 12, '[{"id": "1", "name": "Calculator"}]'],
  ['action::select_application_window', 'ok', 31, 'Calculator'],
  ['action::click_input', 'ok', 44, 'Clicked Button “7”'],
  ['action::click_input', 'denied', 3, 'This is not permitted.'],
].map(([tool = '', status, elapsedMs, text], i) => {
  const caller = { kind: 'agent', name: 'claude-code 2.1' } as const;
  return {
    id: String(i),
    at: 1_790_000_000_000 + i * 1500,
    tool,
    caller,
    parameters: { selector: 'role=Button name="7"' },
    target: i === 0 ? '' : 'Button “7” in calculator',
    status,
    elapsedMs,
    text,
  } as CallRecord;
});

function windowOf(id: string): WindowInfo {
  const window = fakeWindows.find((other) => other.id === id);
  if (!window) throw new AppError('window_not_found');
  return window;
}

function find(element: ElementId): { node: TreeNode; path: readonly TreeNode[] } {
  for (const found of walk(fakeTree(windowOf(parseElementId(element).window))))
    if (found.node.id === element) return found;
  throw new AppError('element_stale');
}

function details(element: ElementId): ElementDetails {
  const { children: _, ...node } = cut(find(element).node, 1);
  const window = windowOf(parseElementId(element).window);
  return {
    ...node,
    patterns: node.controlType === 'Button' ? ['invoke', 'scrollItem'] : node.value !== null ? ['value', 'text'] : [],
    actions: node.controlType === 'Button' ? ['click'] : [],
    ...noFacts,
    runtimeId: parseElementId(element).runtimeId,
    toolkit: { name: 'fake', version: '1.0' },
    properties: {},
    window,
  };
}

function selectors(element: ElementId): readonly RankedSelector[] {
  const { node } = find(element);
  const path = parseElementId(element).runtimeId;
  const named: RankedSelector = {
    selector: `role=${node.controlType} name="${node.name}"`,
    kind: 'name',
    grade: 'A',
    matchCount: 1,
    elapsedMs: 0.4,
  };
  const scoped: RankedSelector = {
    selector: `role=Table name="keypad" >> role=${node.controlType} nth=0`,
    kind: 'ordinal',
    grade: 'D',
    matchCount: 1,
    elapsedMs: 0.7,
  };
  return [
    ...(node.name ? [named] : []),
    scoped,
    { selector: `path=${path}`, kind: 'path', grade: 'E', matchCount: 1, elapsedMs: 0.1 },
  ];
}

interface OfElement {
  readonly element: ElementId;
}

function desktopMethods(): Methods {
  return {
    'windows.list': () => ({ sequence: 1, items: fakeWindows }),
    'windows.icon': () => null,
    'windows.act': () => ({ text: 'done', elapsedMs: 20 }),
    'tree.follow': ({ window, since, waitMs }: { window: string; since: number | null; waitMs: number }) =>
      fakeLook(windowOf(window), since, waitMs),
    'tree.children': ({ element }: OfElement) => find(element).node.children?.map((child) => cut(child, 1)),
    'tree.ancestors': ({ element }: OfElement) => find(element).path,
    'tree.search': ({ window, text }: { window: string; text: string }) => {
      const needle = text.toLowerCase();
      const all = [...walk(fakeTree(windowOf(window)))].map(({ node }) => cut(node, 1));
      const matches = all.filter((node) =>
        `${node.controlType} ${node.name} ${node.value}`.toLowerCase().includes(needle),
      );
      return { matches: matches.slice(0, 200), total: matches.length, truncated: matches.length > 200, elapsedMs: 3 };
    },
    'element.details': ({ element }: OfElement) => details(element),
    'element.selectors': ({ element }: OfElement) => selectors(element),
    'element.trial': ({ element }: OfElement) => trial(element),
    'element.stopTrial': () => undefined,
    'element.try': () => ({ window: '0x1', matches: [], total: 0, near: [] }),
    'element.cell': () => {
      throw new AppError('pattern_not_supported');
    },
    'element.at': (at: Point) => hitAt(at, 0),
    'element.runPattern': () => ({ text: 'done', elapsedMs: 8 }),
    'element.focus': () => ({ text: 'done', elapsedMs: 8 }),
    'picture.capture': ({ window }: { window: string }) => fakePicture(windowOf(window)),
    'picture.ocr': ({ target }: { target: { window: string } }) => fakeText(windowOf(target.window)),
    'highlight.show': () => undefined,
    'highlight.hide': () => undefined,
  };
}

/** The path fails in the other size, and every name in the other language. */
function trial(element: ElementId): TrialReport {
  return {
    app: 'Calculator',
    command: 'calculator',
    conditions: [
      { condition: 'restart', detail: '', skipped: null },
      { condition: 'size', detail: '640 × 400', skipped: null },
      { condition: 'theme', detail: 'Adwaita dark', skipped: null },
      { condition: 'language', detail: 'German: 12 names changed', skipped: null },
      { condition: 'document', detail: '', skipped: '“calculator” was started without a document.' },
    ],
    selectors: selectors(element).map(({ selector, kind, grade }) => ({
      selector,
      kind,
      grade,
      outcomes: {
        restart: 'found',
        size: kind === 'path' ? 'other' : 'found',
        theme: 'found',
        language: kind === 'name' ? 'none' : 'found',
      },
    })),
  };
}

function hitAt(at: Point, index: number) {
  const window = fakeWindows.slice(index).find((other) => contains(other.bounds, at));
  if (!window) return null;
  const hit = [...walk(fakeTree(window))].reverse().find(({ node }) => node.bounds && contains(node.bounds, at));
  return hit ? { element: details(hit.node.id), ancestors: hit.path, window } : null;
}

function pickMethods(announce: Announce): Methods {
  return {
    'pick.start': () => {
      announce('pick.changed', { type: 'started' });
      announce('pick.changed', { type: 'hovered', hit: hitAt({ x: 560, y: 310 }, 0) });
    },
    'pick.stop': () => {
      const hit = hitAt({ x: 560, y: 310 }, 0);
      if (hit) announce('pick.changed', { type: 'picked', hit });
      announce('pick.changed', { type: 'ended', reason: 'picked' });
    },
  };
}

function recorderMethods(announce: Announce): Methods {
  const recorder = createFakeRecorder((topic, payload) => announce(topic, payload));
  return {
    'recorder.state': recorder.state,
    'recorder.start': () => recorder.start(),
    'recorder.stop': () => recorder.stop(),
    'recorder.clear': () => recorder.edit(() => []),
    'recorder.removeSteps': (removed: { steps: readonly string[] }) =>
      recorder.edit((steps) => steps.filter(({ id }) => !removed.steps.includes(id))),
    'recorder.moveStep': ({ step, to }: { step: string; to: number }) =>
      recorder.edit((steps) => {
        const from = steps.findIndex(({ id }) => id === step);
        steps.splice(to, 0, ...steps.splice(from, 1));
        return steps;
      }),
    'recorder.updateStep': (step: Step) =>
      recorder.edit((steps) => steps.map((other) => (other.id === step.id ? step : other))),
    'recorder.undo': recorder.undo,
    'recorder.redo': recorder.redo,
    'recorder.formats': () => [
      { id: 'json', label: 'MCPToolCall JSON', group: 'Tool calls' },
      { id: 'python', label: 'Python, over MCP', group: 'Scripts' },
    ],
    'recorder.export': ({ format }: { format: string }) => recorder.export(format),
    'replay.state': () => ({ status: 'idle', results: [], elapsedMs: 0 }),
    'replay.start': () => void recorder.replay(),
    'replay.stop': () => undefined,
  };
}

function permissionMethods(): Methods {
  let pending: PermissionRequest[] = [
    {
      kind: 'permission',
      id: '1',
      caller: { kind: 'agent', name: 'claude-code 2.1' },
      tool: 'action::click_input',
      title: 'Click',
      sentence: 'Click Button “7” with the left mouse button.',
      target: 'galculator',
      deadline: Date.now() + 60_000,
      windowTitle: 'Calculator',
      windowId: null,
      reason: 'acting',
      parameters: { id: '12', name: '7' },
      effect: 'act',
      apps: ['galculator'],
      offers: ['deny', 'deny-session', 'once', 'session', 'always'],
    },
  ];
  return {
    'permissions.pending': () => pending,
    'permissions.icon': () => null,
    'permissions.picture': () => null,
    'permissions.decide': () => {
      pending = [];
    },
  };
}

function grant(id: string, more: Partial<Grant>): Grant {
  const at = `2026-01-0${id}T10:00:00Z`;
  return { id, client: '', app: '', tool: null, denies: null, lasts: 'session', at, ...more };
}

function agentsMethods(announce: Announce): Methods {
  let debug: DebugState = { mode: 'running', did: [], breakpoints: [], held: [] };
  const setDebug = (change: Partial<DebugState>) => {
    debug = { ...debug, ...change };
    announce('debug.changed', debug);
  };
  return {
    'agents.state': () => ({ task: null }),
    'agents.start': () => undefined,
    'agents.again': () => undefined,
    'agents.stop': () => undefined,
    ...keyMethods(),
    'debug.state': () => debug,
    'debug.pause': () => setDebug({ mode: 'paused' }),
    'debug.continue': () => setDebug({ mode: 'running', held: [] }),
    'debug.step': () => undefined,
    'debug.takeOver': () => setDebug({ mode: 'taken over' }),
    'debug.handBack': () => setDebug({ mode: 'running' }),
    'debug.release': () => undefined,
    'debug.setBreakpoints': ({ breakpoints }: Pick<DebugState, 'breakpoints'>) => setDebug({ breakpoints }),
  };
}

function keyMethods(): Methods {
  let keys: readonly ProviderKey[] = keyedProvider.options.map((provider) => ({ provider, from: null, variable: '' }));
  const view = (): ModelKeysView => ({ keychain: true, file: '/home/ada/.config/deskscope/model-keys.json', keys });
  const set = (provider: KeyedProvider, from: ProviderKey['from']) => {
    keys = keys.map((one) => (one.provider === provider ? { ...one, from } : one));
    return view();
  };
  return {
    'models.keys': view,
    'models.setKey': ({ provider }: { provider: KeyedProvider }) => set(provider, 'keychain'),
    'models.removeKey': ({ provider }: { provider: KeyedProvider }) => set(provider, null),
  };
}

function consentMethods(announce: Announce): Methods {
  let grants: readonly Grant[] = [
    grant('1', { client: 'claude-code', app: 'galculator', lasts: 'always' }),
    grant('2', { client: 'codex', app: 'gedit', tool: 'click_input' }),
    grant('3', { client: 'codex', app: '', tool: 'launch_app', denies: 'program' }),
  ];
  let halt: HaltState = { halted: false, since: null };
  const setHalt = (halted: boolean) => {
    halt = { halted, since: halted ? Date.now() : null };
    announce('halt.changed', halt);
  };
  return {
    'grants.list': () => grants,
    'grants.revoke': ({ id }: { id: string }) => {
      grants = grants.filter((grant) => grant.id !== id);
      announce('grants.changed', grants);
    },
    'halt.state': () => halt,
    'halt.pull': () => setHalt(true),
    'halt.resume': () => setHalt(false),
    'audit.state': () => ({ failure: null, lost: 0 }),
  };
}
