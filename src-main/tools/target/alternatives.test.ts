import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { descend, element } from '../../engine/backends/fake/element.ts';
import { createBench, type Bench } from '../testing/run-tools.ts';
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
])('what may stand in for an element: %s', (_, selector, alternatives, expected) => {
  expect(standIns({ selector, alternatives })).toEqual(expected);
});

describe('in an app', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await createBench({ caller: { kind: 'user', name: 'user' } });
  });
  afterEach(() => bench.close());

  /** Rows of a text and a button; each button writes whose it was. */
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
    'nothing is pressed where the row is gone: %s',
    async (people) => {
      const pressed: string[] = [];
      show(people.split(','), pressed);
      const outcome = await bench.run('action::step_click', click);
      expect(outcome).toMatchObject({ ok: false, error: { code: 'element_not_found', delivery: 'not_delivered' } });
      expect(pressed).toEqual([]);
    },
  );

  it('two ways to one place count where nothing but places is known of it', async () => {
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
