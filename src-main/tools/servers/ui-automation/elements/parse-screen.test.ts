import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBench, type Bench } from '../../../testing/run-tools.ts';
import type { ParsedElement } from '../answers/parsed-element.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.close());

async function parse(parameters: object): Promise<readonly ParsedElement[]> {
  const outcome = await bench.run('parse_screen', parameters);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return (outcome.result.data as { readonly elements: readonly ParsedElement[] }).elements;
}

const saying = (all: readonly ParsedElement[], content: string) => all.filter((one) => one.content === content);

it('reports type, position, usability and window of everything visible', async () => {
  const { desktop } = bench.fake;
  const { processId: pid, bounds } = desktop.windows.find(({ title }) => title === 'Calculator')!;
  desktop.move(
    desktop.windows.find(({ title }) => title === 'Ten thousand rows')!,
    { x: bounds.x, y: bounds.y },
  );
  const window = { title: 'Calculator', app: 'calculator', pid };
  const all = await parse({});
  // The label in the button adds nothing.
  expect(saying(all, '7')).toEqual([
    { type: 'icon', bbox: [90, 226, 142, 268], content: '7', interactivity: true, window },
  ]);
  // Only the picture has its title bar.
  expect(saying(all, 'Calculator')).toMatchObject([{ type: 'text', interactivity: false, window }]);
  expect(saying(all, 'Not sent')).toMatchObject([{ type: 'text', interactivity: false, window: { title: 'Form' } }]);
  expect(saying(all, 'Never')).toMatchObject([{ type: 'icon', interactivity: false }]);
  expect(all.map(({ content }) => content)).toContain('Colour Red');
  // These are behind the calculator.
  expect(saying(all, 'Row 0')).toEqual([]);
});

it('has a heading for each window, with its content below', async () => {
  const text = await bench.text('parse_screen', {});
  const ids = [...text.matchAll(/^window (\S+) “/gmu)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).toEqual([...new Set(ids)]);
  const [, below = ''] = text.split(/^window \S+ “Calculator”.*$/mu);
  expect(below.split('\nwindow ')[0]).toContain('Button “7”');
  const next = await bench.text('parse_screen', { offset: 3 });
  expect(next).toMatch(/^monitor 0:\n\nwindow /);
});

it('adds from the picture what an app does not report', async () => {
  bench.fake.faults.set('deaf', 'tree');
  const texts = await parse({ window: 'Form' });
  expect(texts.map(({ type, interactivity }) => `${type} ${interactivity}`)).toContain('text false');
  expect(texts.some(({ interactivity }) => interactivity)).toBe(false);
  expect(texts.map(({ content }) => content).join(' ')).toMatch(/Newsletter[^]*Bananas/);
});

it('reads the picture if an app does not respond, and reports that', async () => {
  bench.fake.faults.set('stale', 'tree');
  const answer = await bench.text('parse_screen', { window: 'Calculator' });
  expect(answer).toContain('Of “Calculator” only its pixels were read: ');
  expect(answer).toContain('Keep history”');
  expect(await bench.failure('parse_screen', { monitor: 7 })).toContain('There is no monitor 7: there are');
});
