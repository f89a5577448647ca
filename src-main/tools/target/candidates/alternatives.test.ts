import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descend, element, type FakeElement } from '../../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../../testing/run-tools.ts';
import { standIns } from './alternatives.ts';

const archive = 'role=Button name="Archive"';

it.each<[string, string, string[], string[]]>([
  ['its name', 'id="x"', [archive], [archive]],
  ['its description', archive, ['description="Put away"'], ['description="Put away"']],
  ['a label beside it', 'id="w"', ['role=Edit label="Width"'], ['role=Edit label="Width"']],
  ['its row and column', 'id="w"', ['row="Tea" column="Price"'], ['row="Tea" column="Price"']],
  ['no index', archive, [`${archive} nth=1`, 'role=Button nth=3'], []],
  ['no path', archive, ['path=0/1'], []],
  ['no name inside of a place', 'id="x"', [`path=0/1 >> ${archive}`, `role=Group nth=2 >> ${archive}`], []],
  ['not the only one of its role', archive, ['role=Button', 'role=Group >> role=Button'], []],
  ['no single button of a row', 'id="x"', ['role=Button row="Tea"'], []],
  ['no single neighbour', 'id="x"', ['role=Button near="Tea"'], []],
  ['no id that counts, for a name', archive, ['id="item-2"'], []],
  ['another id, for an id', 'id="item-9"', ['id="item-2"'], ['id="item-2"']],
  ['another name beside the same', `${archive} near="Bert"`, ['id="archive"'], ['id="archive" near="Bert"']],
  ['nothing beside another', `${archive} near="Bert"`, [`${archive} near="Sales"`], []],
  ['its id in the same row', `${archive} row="Bert"`, ['id="archive"'], ['id="archive" row="Bert"']],
  ['its name in the row that is known of it', 'id="x"', [archive, `${archive} row="Bert"`], [`${archive} row="Bert"`]],
  [
    'its id in the same container',
    `role=Group name="Bert" >> ${archive}`,
    ['id="archive"', `role=Group name="Bert" >> id="put-away"`],
    ['role=Group name="Bert" >> id="archive"', 'role=Group name="Bert" >> id="put-away"'],
  ],
])('possible substitutes for an element: %s', (_, selector, alternatives, expected) => {
  expect(standIns({ selector, alternatives })).toEqual(expected);
});

describe('in an app', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench({ caller: { kind: 'user', name: 'user' } });
  });
  afterEach(() => bench.close());

  /** Rows of a text and a button; each button records its row. */
  const show = (people: readonly string[], pressed: string[]) =>
    bench.fake.desktop.open({
      title: 'People',
      app: 'people',
      className: 'People',
      content: { x: 300, y: 300, width: 300, height: 200 },
      root: element({
        controlType: 'Window',
        name: 'People',
        children: people.flatMap((name, line) => [
          element({ controlType: 'Text', name, at: [10, 10 + 40 * line, 90, 30] }),
          element({
            controlType: 'Button',
            name: 'Archive',
            at: [110, 10 + 40 * line, 90, 30],
            onInvoke: () => void pressed.push(name),
          }),
        ]),
      }),
    });
  const selectors = { selector: `${archive} near="Bert"`, alternatives: [`${archive} nth=1`, 'path=3'] };
  const click = { ...selectors, name: 'Archive', window: { title: 'People' }, timeout_ms: 200 };

  it.each([['Zoe,Anna,Bert'], ['Bert'], ['Bert,Carl']])('the row is found wherever it is: %s', async (people) => {
    const pressed: string[] = [];
    show(people.split(','), pressed);
    expect(await bench.run('action::step_click', click)).toMatchObject({ ok: true });
    expect(pressed).toEqual(['Bert']);
  });

  it.each([['Anna,Carl'], ['Anna,Zoe,Carl'], ['Carl'], ['Bertha,Berta']])(
    'nothing is pressed if the row is gone: %s',
    async (people) => {
      const pressed: string[] = [];
      show(people.split(','), pressed);
      const outcome = await bench.run('action::step_click', click);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'element_not_found', delivery: 'not_delivered' } });
      expect(pressed).toEqual([]);
    },
  );

  /** Three buttons of one name and their neighbours; each records its number. */
  const equals = (pressed: number[]) => {
    const button = (name: string, at: readonly [number, number, number, number], number: number) =>
      element({ controlType: 'Button', name, at, onInvoke: () => void pressed.push(number) });
    const children = [
      button('Mark', [10, 10, 90, 30], 0),
      button('Next', [110, 20, 90, 30], 1),
      button('Mark', [10, 150, 90, 30], 2),
      button('Later', [120, 150, 90, 30], 3),
    ];
    const root = element({ controlType: 'Window', name: 'Equals', children });
    const content = { x: 300, y: 300, width: 300, height: 200 };
    bench.fake.desktop.open({ title: 'Equals', app: 'equals', className: 'Equals', content, root });
    return children;
  };
  const mark = 'role=Button name="Mark"';
  const inEquals = (selector: string, ...alternatives: string[]) =>
    bench.run('action::step_click', {
      selector,
      alternatives,
      name: 'Mark',
      window: { title: 'Equals' },
      timeout_ms: 200,
    });
  const swap = (one: FakeElement, other: FakeElement, what: 'name' | 'place') => {
    if (what === 'name') [one.name, other.name] = [other.name, one.name];
    else [one.place, other.place] = [other.place, one.place];
  };

  it.each<[string, string, string[]]>([
    ['an ordinal that a path confirms', `${mark} nth=1`, ['path=2']],
    ['an ordinal that a neighbour confirms', `${mark} nth=1`, [`${mark} near="Later"`, 'path=0']],
    ['a neighbour that an ordinal confirms', `${mark} near="Later"`, [`${mark} nth=1`]],
    ['an ordinal of which nothing else is known', `${mark} nth=1`, []],
  ])('presses %s', async (_, selector, others) => {
    const pressed: number[] = [];
    equals(pressed);
    expect(await inEquals(selector, ...others)).toMatchObject({ ok: true });
    expect(pressed).toEqual([2]);
  });

  it.each<[string, string, string[], readonly [number, number, 'name' | 'place']]>([
    ['an ordinal, names swapped', `${mark} nth=1`, ['role=Button nth=2', 'path=2'], [1, 2, 'name']],
    ['a neighbour, places swapped', `${mark} near="Later"`, [`${mark} nth=1`, 'path=2'], [0, 2, 'place']],
    ['a neighbour, and its ordinal', `${mark} near="Later"`, [`${mark} near="Later" nth=0`, 'path=2'], [0, 2, 'place']],
    ['a neighbour, its name swapped', `${mark} near="Later"`, [`${mark} nth=1`, 'path=2'], [1, 3, 'name']],
    [
      'a name beside a neighbour that stands in for an id',
      'id="mark"',
      [`${mark} near="Later"`, `${mark} nth=1`, 'path=2'],
      [0, 2, 'place'],
    ],
  ])('presses none of several equals if the evidence disagrees: %s', async (_, selector, others, [a, b, what]) => {
    const pressed: number[] = [];
    const children = equals(pressed);
    swap(children[a]!, children[b]!, what);
    const outcome = await inEquals(selector, ...others);
    expect(outcome).toMatchObject({ ok: false, error: { delivery: 'not_delivered' } });
    expect(pressed).toEqual([]);
    if (selector !== 'id="mark"') expect(outcome).toMatchObject({ error: { code: 'multiple_matches' } });
    expect(JSON.stringify(outcome)).toContain('e1');
  });

  it('two ways to one position count if nothing but positions is known', async () => {
    const pressed: string[] = [];
    const { root } = show(['Anna'], pressed);
    for (const one of descend(root)) if (one.controlType === 'Button') one.name = '';
    const places = { selector: 'role=Button nth=4', window: { title: 'People' }, timeout_ms: 200 };
    const two = { ...places, alternatives: ['role=Button', 'path=1'] };
    expect(await bench.run('action::step_click', two)).toMatchObject({
      ok: true,
      resolution: { healedFrom: 'role=Button' },
    });
    expect(await bench.run('action::step_click', { ...places, alternatives: ['path=1'] })).toMatchObject({ ok: false });
    expect(pressed).toEqual(['Anna']);
  });
});
