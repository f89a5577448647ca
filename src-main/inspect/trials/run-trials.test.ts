import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import type { ElementId, TreeNode } from '#contract/model/elements/element';
import type { ProcessStart } from '#contract/model/engine';
import type { TrialCondition } from '#contract/model/elements/selector-trial';
import type { WindowInfo } from '#contract/model/windows/window';
import { runTrials, type TrialDesktop, type TrialOptions } from './run-trials.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Without the waits for a settled window. */
async function run(options: TrialOptions) {
  const report = runTrials(options);
  report.catch(() => undefined);
  await vi.runAllTimersAsync();
  return report;
}

const start: ProcessStart = { command: 'app', args: ['a.txt'], folder: '/home', ageMs: 1, ancestors: [] };
const window = {
  id: '0x1',
  title: 'a.txt',
  app: 'app',
  className: 'App',
  bounds: { x: 0, y: 0, width: 300, height: 200 },
} as unknown as WindowInfo;

function node(id: string, name: string, children: readonly TreeNode[] = []): TreeNode {
  const facts = { controlType: 'Button', role: 'button', automationId: '', description: '', value: null } as const;
  return {
    id: `window:0x1|runtime:${id}` as ElementId,
    name,
    ...facts,
    states: [],
    bounds: null,
    childCount: children.length,
    children,
  };
}

const tree = (...names: readonly string[]) =>
  node(
    'root',
    '',
    names.map((name, index) => node(String(index), name)),
  );

interface Start {
  readonly names: readonly string[];
  readonly width?: number;
  readonly picture?: number;
}

/** Starts of an app whose buttons have these names; the second is the tested one. */
function scene(original: readonly string[], starts: Readonly<Record<TrialCondition, Start | AppError>>) {
  const opened: string[] = [];
  const closed: string[] = [];
  const open: TrialOptions['open'] = (condition, given) => {
    const desktop = starts[condition];
    if (desktop instanceof AppError) return Promise.reject(desktop);
    opened.push(condition);
    const root = tree(...desktop.names);
    let shown = window;
    const engine: Partial<TrialDesktop['engine']> = {
      launch: () => Promise.resolve(window),
      listWindows: () => Promise.resolve({ sequence: 1, items: [shown] }),
      tree: () => Promise.resolve({ root, nodeCount: desktop.names.length + 1 } as never),
      find: ({ selector }) => {
        const [, name] = /name="(.*)"/.exec(selector) ?? [];
        const at = /path=(\d)/.exec(selector)?.[1];
        const matches = (root.children ?? []).filter((each, index) =>
          name ? each.name === name : index === Number(at),
        );
        return Promise.resolve({ matches, total: matches.length } as never);
      },
      moveWindow: () => {
        shown = { ...window, bounds: { ...window.bounds, width: desktop.width ?? 300 } };
        return Promise.resolve(shown);
      },
      capture: () => Promise.resolve({ bytes: new Uint8Array([desktop.picture ?? 0]) } as never),
    };
    const close = () => Promise.resolve(void closed.push(condition));
    return Promise.resolve({ engine: engine as TrialDesktop['engine'], start: given, close });
  };
  const said: string[] = [];
  const options: TrialOptions = {
    engine: {
      listWindows: () => Promise.resolve({ sequence: 1, items: [window] }),
      startOf: () => Promise.resolve(start),
      tree: () => Promise.resolve({ root: tree(...original) } as never),
      selectors: () =>
        Promise.resolve([
          { selector: `name="${original[1] ?? ''}"`, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 1 },
          { selector: 'path=1', kind: 'path', grade: 'E', matchCount: 1, elapsedMs: 1 },
        ]),
    },
    element: 'window:0x1|runtime:1',
    detailOf: () => Promise.resolve(''),
    open,
    progress: (progress) => said.push(progress?.condition ?? 'end'),
    signal: new AbortController().signal,
  };
  return { options, opened, closed, said };
}

const same: Start = { names: ['Open', 'Save'] };

it('tells for each selector which start it finds the element in, and closes every desktop', async () => {
  const { options, opened, closed, said } = scene(['Open', 'Save'], {
    restart: same,
    size: { names: ['Save', 'Open'], width: 200 },
    theme: { ...same, picture: 1 },
    language: { names: ['Öffnen', 'Sichern'] },
    document: { names: ['Open', 'Save', 'Save'] },
  });
  const report = await run(options);
  expect(report.selectors).toEqual([
    {
      selector: 'name="Save"',
      kind: 'name',
      grade: 'B',
      outcomes: { restart: 'found', size: 'found', theme: 'found', language: 'none' },
    },
    {
      selector: 'path=1',
      kind: 'path',
      grade: 'E',
      outcomes: { restart: 'found', size: 'other', theme: 'found', language: 'found' },
    },
  ]);
  // Which of the two new ones it is would be a guess.
  expect(report.conditions.at(-1)?.skipped).toContain('is not certain');
  expect(closed).toEqual(opened);
  expect(said).toEqual(['restart', 'size', 'theme', 'language', 'document', 'end']);
});

it('counts no condition that changed nothing or could not be tested', async () => {
  const { options } = scene(['Open', 'Save'], {
    restart: same,
    size: same,
    theme: same,
    language: same,
    document: new AppError('unsupported_platform', 'No document.'),
  });
  const { conditions, selectors } = await run(options);
  expect(conditions.map(({ skipped }) => skipped)).toEqual([
    null,
    '“app” fixes the size of this window.',
    '“app” looks the same in it.',
    '“app” shows the same texts.',
    'No document.',
  ]);
  expect(selectors[0]?.outcomes).toEqual({ restart: 'found' });
});

it('fails if a fresh start does not show the element', async () => {
  const none = { restart: { names: ['Open'] }, size: same, theme: same, language: same, document: same };
  const { options, closed, said } = scene(['Open', 'Save'], none);
  await expect(run(options)).rejects.toMatchObject({ code: 'element_not_found' });
  expect(closed).toEqual(['restart']);
  expect(said.at(-1)).toBe('end');
});
