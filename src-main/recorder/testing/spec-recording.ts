import type { Action } from '#contract/model/recordings/action';
import type { Recording, Step, StepTarget } from '#contract/model/recordings/recording';
import type { RankedSelector } from '#contract/model/elements/selector';

/** Texts that break careless code generators. */
export const nastyTexts = [
  `both "double" and 'single' quotes`,
  'back\\slash, trailing \\',
  'two\nlines\r\nand\ttabs',
  '"""triple""" and `template ${injected}` and #{ruby}',
  '</script><!-- */ // # -->',
  'null \u0000 bell \u0007 escape \u001b delete \u007f next line \u0085',
  'separators \u2028 \u2029, zero width \u200b, right to left \u202e, mark \ufeff',
  'Größe 文字 שלום 👩‍👩‍👧 and a lone \ud800 surrogate',
  '\\u0041 \\n %s {} {0} {{x}} ${x} $(x) +^%~()[]',
  '  leading and trailing  ',
  '',
];

const window = { title: `Report "Q3" \\ draft`, app: 'editor', className: 'Editor' };

const identity: RankedSelector = { selector: 'id="save"', kind: 'identity', grade: 'A', matchCount: 1, elapsedMs: 1 };
const named: RankedSelector = {
  selector: 'role=Button name="Save \\"as\\""',
  kind: 'name',
  grade: 'B',
  matchCount: 1,
  elapsedMs: 1,
};
const path: RankedSelector = { selector: 'path=0/1', kind: 'path', grade: 'E', matchCount: 1, elapsedMs: 1 };

const button: StepTarget = {
  controlType: 'Button',
  name: 'Save "as"',
  selectors: [named, path],
  bounds: { x: 10, y: 10, width: 80, height: 20 },
};
const field: StepTarget = { ...button, controlType: 'Edit', name: 'Name', selectors: [identity, path] };

const at = { x: 5, y: 5 };
type Act = readonly [Action, StepTarget | null];

const acts: readonly Act[] = [
  [{ type: 'click', button: 'left', count: 1, modifiers: [], at }, button],
  [{ type: 'click', button: 'left', count: 2, modifiers: ['ctrl', 'shift'], at }, button],
  [
    { type: 'click', button: 'right', count: 1, modifiers: [], at },
    { ...field, name: '' },
  ],
  [{ type: 'click', button: 'left', count: 1, modifiers: [], at: { x: 100, y: 50 } }, null],
  ...nastyTexts.map((text): Act => [{ type: 'setText', text }, field]),
  ...nastyTexts.map((name): Act => [
    { type: 'setText', text: 'x' },
    { ...field, name, selectors: [named] },
  ]),
  [
    { type: 'setText', text: '', secret: 'PASSWORD' },
    { ...field, name: 'Password' },
  ],
  [{ type: 'typeText', text: 'a b{c}~+^%(d)\n' }, null],
  [{ type: 'typeText', text: 'into' }, field],
  [{ type: 'pressKeys', keys: 'ctrl+s', repeat: 1 }, null],
  [{ type: 'pressKeys', keys: 'Tab', repeat: 3 }, field],
  [{ type: 'drag', button: 'left', at: { x: 100, y: 50 }, to: { x: 20, y: 150 } }, null],
  [{ type: 'scroll', notches: -3 }, button],
  [{ type: 'scroll', notches: 1 }, null],
  [
    { type: 'scroll', notches: -9, at },
    { ...button, controlType: 'List', name: 'Items' },
  ],
  [{ type: 'click', button: 'left', count: 1, modifiers: [], at, holdMs: 900 }, button],
  [{ type: 'launch', command: '/usr/bin/editor', args: ['--new', 'a "b" c', '${x}'], folder: '/tmp' }, null],
  [{ type: 'window', act: 'maximize' }, null],
  [{ type: 'window', act: 'close' }, null],
  [{ type: 'placeWindow', to: { x: 40, y: 50 }, size: { width: 640, height: 480 } }, null],
  [{ type: 'placeWindow', size: { width: 640, height: 480 } }, null],
  [{ type: 'expect' }, null],
  [{ type: 'wait', ms: 1_500 }, null],
];

/** One recording that every exporter must be able to write, with the last step disabled. */
export const specRecording: Recording = {
  version: 1,
  id: 'spec',
  name: 'Every kind\nof "step" \u2028',
  createdAt: '2026-01-01T00:00:00.000Z',
  platform: 'fake',
  steps: [...acts, ...acts.slice(0, 1)].map(([action, target], index): Step => ({
    id: `s${index}`,
    at: index * 100,
    action,
    target,
    window,
    enabled: index < acts.length,
    ...(action.type === 'scroll' && action.at && { until: { ...field, controlType: 'ListItem', name: 'Item 57' } }),
    ...(target === null && { windowBounds: { x: 0, y: 0, width: 400, height: 200 } }),
  })),
};
