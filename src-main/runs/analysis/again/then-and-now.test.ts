import { describe, expect, it } from 'vitest';
import type { TreeNode } from '#contract/model/elements/element';
import type { TreeRow } from '#contract/model/runs/trace';
import { differences, type Now, type Then } from './then-and-now.ts';

const node = (name: string, value: string | null): TreeNode => ({
  id: `window:0x1|${name}` as TreeNode['id'],
  controlType: 'Edit',
  role: 'text',
  name,
  automationId: '',
  description: '',
  value,
  states: ['enabled', 'visible'],
  bounds: null,
  childCount: 0,
});
const row = ({ id, controlType, role, name, automationId, value, states, bounds }: TreeNode): TreeRow => ({
  id,
  parent: null,
  depth: 0,
  controlType,
  role,
  name,
  automationId,
  value,
  states: [...states],
  bounds,
});
const app = (listed: string | null, rows: Then['rows'] = null): Then => ({ kind: 'AppAgent', listed, rows });
const now = (listed: string, tree: TreeNode | null = null): Now => ({ kind: 'AppAgent', listed, tree });

describe('the desktop then and now', () => {
  it('is the same whatever the numbers of its controls', () => {
    expect(differences(app('1. Button: "7"\n2. Button: "8"'), now('4. Button: "7"\n9. Button: "8"'))).toEqual([]);
  });

  it('differs where a run does not report how it was, or another agent’s turn it is', () => {
    expect(differences(app(null), now(''))).toEqual(['the run does not say how it was']);
    expect(differences({ ...app('1. Button: "7"'), kind: 'HostAgent' }, now(''))).toHaveLength(1);
  });

  it('differs by the content of elements, and reveals nothing that the trace omitted', () => {
    expect(differences(app('', [row(node('Name', 'Ada'))]), now('', node('Name', 'Eve')))).toEqual([
      'Edit “Name” holds “Ada” is now Edit “Name” holds “Eve”',
    ]);
    expect(differences(app('', [row(node('Name', null))]), now('', node('Name', 'hunter2')))).toEqual([]);
    expect(differences(app('', [row(node('Name', 'Ada'))]), now(''))).toEqual(['its window is gone']);
  });
});

describe('a run from anyone', () => {
  it.each(['', 'null', '{"name":"x"}', '[null, 7, {"name": 3}, [[]]]', '[{"name":'])(
    'with %s for its windows is another desktop',
    (listed) => {
      const then: Then = { kind: 'HostAgent', listed, rows: null };
      const found = differences(then, { kind: 'HostAgent', listed: '[{"id":"1","name":"Calculator"}]', tree: null });
      expect(found).toEqual(['Window “Calculator” came']);
    },
  );

  it('adds nothing to a sentence that is not marked as quoted, in one line', () => {
    const hostile = `<img src=x onerror=alert(1)>” is gone\u202e\u0007\n“`;
    const [found = ''] = differences(app(`1. Button: ${JSON.stringify(hostile)}`), now(''));
    expect(found).toMatch(/^Button “[^“”]*” is gone$/);
    expect(found).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('with a megabyte of controls costs only in proportion to its length', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `${at}. Button: "${'x'.repeat(40)}${at}"`).join('\n');
    const began = Date.now();
    expect(differences(app(many), now(many))).toEqual([]);
    expect(differences(app(`1. Button: "${'"'.repeat(1_000_000)}"`), now('')).length).toBe(1);
    expect(Date.now() - began).toBeLessThan(20_000);
  });
});
