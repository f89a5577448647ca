import { describe, expect, it } from 'vitest';
import { parseRecording, type Recording, type Step } from '#contract/model/recordings/recording';
import { groupFaults } from '#contract/model/recordings/step-group';
import { addSteps, emptyRecording, insertSteps, moveStep, removeSteps, updateStep } from '../editing/edit.ts';
import { makeGroup, mendGroups, moveGroup, nudge, ungroup, updateGroup } from './groups.ts';
import { exportRecording } from '../exporters/list.ts';
import { readCalls } from '../saving/import-recording.ts';
import { InsertionPoint } from '../editing/history.ts';

const step = (id: string, group?: string): Step => {
  const action = { type: 'pressKeys', keys: 'Enter', repeat: 1 } as const;
  return { id, at: 0, action, target: null, window: { app: 'form' }, enabled: true, ...(group && { group }) };
};
const empty = emptyRecording('fake', '2026-01-01T00:00:00.000Z');
/** `ab(cd)e`: brackets enclose a group, named by its first step in upper case. */
function drawn(picture: string): Recording {
  const steps: Step[] = [];
  let group: string | undefined;
  for (const [at, letter] of picture.split('').entries()) {
    if (letter === '(') group = (picture[at + 1] ?? '').toUpperCase();
    else if (letter === ')') group = undefined;
    else steps.push(step(letter, group));
  }
  const ids = [...new Set(steps.flatMap((one) => one.group ?? []))];
  return { ...empty, steps, ...(ids.length > 0 && { groups: ids.map((id) => ({ id, name: id })) }) };
}
function picture({ steps }: Recording): string {
  return steps
    .map(({ id, group }, at) => {
      const opens = group !== undefined && steps[at - 1]?.group !== group ? '(' : '';
      const closes = group !== undefined && steps[at + 1]?.group !== group ? ')' : '';
      return opens + id + closes;
    })
    .join('');
}

describe('groups', () => {
  it.each([
    ['abcd', 'bc', 'a(bc)d'],
    ['abcd', 'cb', 'a(bc)d'],
    ['a(bc)d', 'cd', 'a(b)(cd)'],
    ['a(bc)d', 'abcd', '(abcd)'],
    ['a(bc)d', 'b', 'a(b)(c)d'],
  ])('%s: the steps %s become one group', (before, ids, after) => {
    const grouped = makeGroup(drawn(before), ids.split(''), { id: 'new', name: 'New' });
    expect(picture(grouped)).toBe(after);
    expect(groupFaults(grouped)).toEqual([]);
  });

  it.each([
    ['abcd', 'ac', 'Only consecutive steps can become a group.'],
    ['(abc)', 'b', 'These steps are in the middle of the group “A”.'],
    ['abc', 'ax', 'The recording has no step “x”.'],
  ])('%s: the steps %s do not', (before, ids, why) => {
    expect(() => makeGroup(drawn(before), ids.split(''), { id: 'new', name: 'New' })).toThrow(why);
  });

  it.each<[string, string, 1 | -1, string]>([
    ['ab(cd)e', 'b', 1, 'a(bcd)e'],
    ['a(bcd)e', 'b', -1, 'ab(cd)e'],
    ['a(bcd)e', 'b', 1, 'a(cbd)e'],
    ['a(bcd)e', 'd', 1, 'a(bc)de'],
    ['a(bcd)', 'd', 1, 'a(bc)d'],
    ['a(b)c', 'b', 1, 'ac(b)'],
    ['(ab)(cd)', 'b', 1, '(a)b(cd)'],
    ['ab', 'a', -1, 'ab'],
    ['ab(cd)e', 'C', -1, 'a(cd)be'],
    ['ab(cd)e', 'C', 1, 'abe(cd)'],
    ['(ab)(cd)', 'A', 1, '(cd)(ab)'],
    ['(ab)(cd)', 'C', 1, '(ab)(cd)'],
  ])('in %s, %s moves by %i', (before, id, by, after) => {
    expect(picture(nudge(drawn(before), id, by))).toBe(after);
  });

  it.each<[string, number, string | null | undefined, string]>([
    ['a(bc)d', 1, undefined, '(bac)d'],
    ['a(bc)d', 0, 'B', '(abc)d'],
    ['a(bc)d', 2, 'B', '(bca)d'],
    ['a(bc)d', 2, null, '(bc)ad'],
    ['a(bc)d', 3, 'B', '(bc)da'],
  ])('in %s the first step goes to %i into %s', (before, to, group, after) => {
    expect(picture(moveStep(drawn(before), 'a', to, group))).toBe(after);
  });

  it('a group never goes into another', () => {
    expect(picture(moveGroup(drawn('(ab)(cde)f'), 'A', 1))).toBe('(cde)(ab)f');
    expect(picture(moveGroup(drawn('(ab)cd'), 'A', 99))).toBe('cd(ab)');
  });

  it('goes with its last step, and its steps stay without it', () => {
    expect(removeSteps(drawn('a(b)c'), ['b']).groups).toBeUndefined();
    expect(ungroup(drawn('a(b)c'), 'B')).toEqual(drawn('abc'));
    expect(() => ungroup(drawn('abc'), 'B')).toThrow('The recording has no step or group B.');
  });

  it('a step recorded after one of its steps belongs to it, one added at the end does not', () => {
    expect(picture(new InsertionPoint('b').add(drawn('a(b)'), step('x')))).toBe('a(bx)');
    expect(picture(new InsertionPoint(null).add(drawn('a(b)'), step('x')))).toBe('a(b)x');
  });

  it('stays whole after any edit', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = randomFrom(seed);
      let recording = addSteps(
        empty,
        'abcdefgh'.split('').map((id) => step(id)),
      );
      for (let n = 0; n < 40; n++) {
        const before = recording;
        const [what, edit] = anyEdit(random, recording, `${seed}-${n}`);
        recording = edited(recording, edit);
        expect(groupFaults(recording), `${what} of ${picture(before)} made ${picture(recording)}`).toEqual([]);
        const kept = what.startsWith('remove') || what.startsWith('insert') ? null : ids(before);
        if (kept) expect(ids(recording), what).toEqual(kept);
      }
    }
  });

  it('is restored whole from an edited script', () => {
    const recording = drawn('a(bcd)(ef)g');
    const script = exportRecording(recording, 'json').text;
    expect(readCalls(script, recording).recording).toEqual(recording);
    const calls = JSON.parse(script) as unknown[];
    const [first, second, ...others] = calls;
    const moved = JSON.stringify([first, ...others, second]);
    expect(picture(readCalls(moved, recording).recording)).toBe('a(cd)(ef)gb');
    const cut = readCalls(JSON.stringify([second, ...others]), { ...recording, steps: [], groups: [] }).recording;
    expect([picture(cut), cut.groups]).toEqual(['bcdefg', undefined]);
  });

  it.each([
    [
      'a step of none',
      { steps: [step('a', 'g')] },
      'steps.0.group: there is no group g in `groups`: describe it there',
    ],
    [
      'two pieces',
      { steps: [step('a', 'g'), step('b'), step('c', 'g')], groups: [{ id: 'g', name: '' }] },
      'steps.2.group: the steps of the group g do not stand together: move this one to them',
    ],
    [
      'no steps',
      { steps: [step('a')], groups: [{ id: 'g', name: '' }] },
      'groups.0.id: no step names the group g: remove it',
    ],
    [
      'the same twice',
      { steps: [step('a', 'g')], groups: ['1', '2'].map((name) => ({ id: 'g', name })) },
      'groups.1.id: there are two groups g: give one another id',
    ],
    ['the name of a step', { steps: [step('a', 'a')], groups: [{ id: 'a', name: '' }] }, 'a step is called a too'],
    [
      'a loop without an end',
      { steps: [step('a', 'g')], groups: [{ id: 'g', name: '', repeat: { times: 0 } }] },
      'groups.0.repeat',
    ],
  ])('a file is refused with %s', (_, parts, why) => {
    expect(() => parseRecording({ ...empty, ...parts })).toThrow(why);
  });
});

const ids = ({ steps }: Recording) => steps.map(({ id }) => id).sort();

/** A refused edit changes nothing. */
function edited(recording: Recording, edit: (recording: Recording) => Recording): Recording {
  try {
    return edit(recording);
  } catch {
    return recording;
  }
}

type Random = (below: number) => number;

/** Marsaglia's xorshift of 32 bits. */
function randomFrom(seed: number): Random {
  let state = seed * 2_654_435_761;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function anyEdit(
  random: Random,
  { steps, groups = [] }: Recording,
  fresh: string,
): [string, (recording: Recording) => Recording] {
  const at = random(steps.length + 1);
  const one = steps[random(Math.max(1, steps.length))]?.id ?? '?';
  const group = groups[random(Math.max(1, groups.length))]?.id ?? '?';
  const wanted = [undefined, null, group][random(3)];
  const by = random(2) === 0 ? 1 : -1;
  const some = steps.slice(at, at + 1 + random(4)).map(({ id }) => id);
  const edits: [string, (recording: Recording) => Recording][] = [
    [`insert at ${at} into ${wanted}`, (now) => insertSteps(now, [step(fresh, 'g?')], at, wanted)],
    [`insert behind ${one}`, (now) => new InsertionPoint(one).add(now, step(fresh))],
    [`remove ${one}`, (now) => removeSteps(now, [one])],
    [`move ${one} to ${at} into ${wanted}`, (now) => moveStep(now, one, at, wanted)],
    [`nudge ${one} by ${by}`, (now) => nudge(now, one, by)],
    [`nudge ${group} by ${by}`, (now) => nudge(now, group, by)],
    [`group ${some.join(' ')}`, (now) => makeGroup(now, some, { id: `G${fresh}`, name: '' })],
    [`group ${some.join(' ')} again`, (now) => makeGroup(now, some, { id: `H${fresh}`, name: '' })],
    [`ungroup ${group}`, (now) => ungroup(now, group)],
    [`move ${group} to ${at}`, (now) => moveGroup(now, group, at)],
    [`rename ${group}`, (now) => updateGroup(now, { id: group, name: fresh, repeat: { times: 2 } })],
    [`change ${one}`, (now) => updateStep(now, step(one, 'elsewhere'))],
    ['mend', mendGroups],
  ];
  return edits[random(edits.length)] ?? ['mend', mendGroups];
}
