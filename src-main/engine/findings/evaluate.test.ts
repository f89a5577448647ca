import { describe, expect, it } from 'vitest';
import type { RawNode } from '../backend.ts';
import { bestSelector, rankSelectors } from '../selectors/rank.ts';
import { descend, pathTo } from '../tree/walk.ts';
import { node } from '../testing/node.ts';
import { contrastOf } from './contrast.ts';
import { evaluate } from './evaluate.ts';
import { judgeOf } from './readiness.ts';
import { rowRule, type Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { sceneOf, type Scene } from './scene.ts';

function sceneWith(children: readonly RawNode[], toolkit = 'gtk3'): Scene {
  const window = { x: 0, y: 0, width: 800, height: 600 };
  return sceneOf(placed(node('Window', 'Notes', children)), { toolkit, title: 'Notes', window, scale: 1 });
}

/** Places each visible element below the previous one. */
function placed(root: RawNode): RawNode {
  let y = 0;
  const place = (raw: RawNode): RawNode => {
    y += 30;
    return {
      ...raw,
      bounds: raw.bounds ?? { x: 10, y, width: 200, height: 26 },
      children: (raw.children ?? []).map(place),
    };
  };
  return { ...place(root), bounds: { x: 0, y: 0, width: 800, height: 600 } };
}

const nothing = { details: new Map(), look: null } as const;
const check = (scene: Scene, wanted?: readonly Rule[]) => evaluate('0x1', scene, nothing, wanted);

describe('a check', () => {
  it('is incomplete, never clean, if elements were not queried or there is no picture', () => {
    const scene = sceneWith([node('Button', ''), node('Text', 'Some words')]);
    const { incomplete } = check(scene);
    expect(incomplete).toContainEqual(expect.objectContaining({ rule: 'name-missing', kind: 'reading', count: 1 }));
    expect(incomplete).toContainEqual(expect.objectContaining({ rule: 'contrast-text', kind: 'reading', count: 1 }));
  });

  it('is incomplete if a rule throws', () => {
    const [sample] = rules;
    const broken = rowRule({
      ...sample!,
      exempt: [],
      subject: () => true,
      test: () => {
        throw new Error('of its own');
      },
    });
    expect(check(sceneWith([]), [broken])).toMatchObject({
      findings: [],
      incomplete: [{ reason: 'the rule failed: of its own', kind: 'reading', count: 1 }],
    });
  });

  it('skips invisible elements and parts of a whole', () => {
    const hidden = { ...node('Button', 'todo'), states: ['enabled' as const] };
    const scene = sceneWith([hidden, node('ComboBox', 'Size', [node('Button', 'todo')])]);
    expect(check(scene).findings.map(({ rule }) => rule)).not.toContain('name-generic');
  });

  it('keeps the fingerprint of a finding after a label is added to every container or a count changes', () => {
    const print = (count: number, ...before: RawNode[]) =>
      check(sceneWith([node('Group', 'Mail', [...before, node('Button', `Inbox (${count})`)])])).findings.find(
        ({ rule }) => rule === 'auto-name-volatile',
      )?.fingerprint;
    expect(print(4)).toBeDefined();
    expect(print(12, node('Text', 'New'))).toBe(print(4));
  });
});

it('every rule has its own id, names the people it affects and the fix', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  for (const { title, harm, fix } of rules) expect([title, harm, fix.other].every(Boolean)).toBe(true);
});

it('the readiness judge returns the selector that the inspector offers first', () => {
  const scene = sceneWith([
    node('Button', 'Save'),
    node('Button', 'Save'),
    node('Group', 'Person', [node('Edit', ''), node('Button', 'Reset')]),
    { ...node('Button', 'Go'), automationId: 'go' },
    { ...node('Button', 'Stop'), automationId: 'x1a9Q0zR7' },
    node('Button', 'Inbox (3)'),
    node('List', 'Mails', [node('ListItem', 'Ada'), node('ListItem', 'Bob')]),
  ]);
  const root = scene.root.node;
  for (const entry of scene.entries.slice(1)) {
    const [first] = rankSelectors({ root, target: entry.node, path: pathTo(root, entry.node.runtimeId) ?? [] });
    expect(judgeOf(scene).best(entry)).toEqual({ selector: first?.selector, grade: first?.grade });
  }
  expect([...descend(root)].length).toBe(scene.entries.length);
  expect(bestSelector({ root, target: root, path: [root] })).not.toBeNull();
});

it('computes the contrast of WCAG', () => {
  expect(contrastOf(0x000000, 0xffffff)).toBeCloseTo(21, 5);
  expect(contrastOf(0x777777, 0xffffff)).toBeCloseTo(4.48, 2);
  expect(contrastOf(0xaaaaaa, 0xffffff)).toBeCloseTo(2.32, 2);
});
