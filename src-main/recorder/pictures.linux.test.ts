import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { WindowInfo } from '#contract/model/windows/window';
import type { Step } from '#contract/model/recordings/recording';
import { liveApp, type LiveApp } from '../engine/backends/linux/testing/live-engine.ts';
import { soon } from '../engine/testing/outcome.ts';
import { inWords, press, recorded, replayed, xdotool } from './testing/live-recording.ts';

let app: LiveApp;
afterEach(() => app.end());

/** Each press writes its target into the title; Tk reports no elements. */
const buttons = (colour = 'lightgrey', others = '') => `
option add *Button.background ${colour}
wm title . Start
pack [label .top -text Shed]
proc add {name text row} {
  frame .$name; label .$name.l -text $row; button .$name.b -text $text -command "wm title . $name"
  pack .$name -fill x; pack .$name.l -side left; pack .$name.b -side right
}
${others}
add keep Keep Papers
add drop Discard Letters
add garden Open Garden
add kitchen Open Kitchen
wm geometry . 300x220+40+40
`;

async function start(script: string): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'deskscope-tk-')), 'target.tcl');
  await writeFile(file, script);
  app = await liveApp('wish', [file], { ready: () => true });
  await vi.waitFor(async () => expect((await window()).title).toBe('Start'), soon);
}

async function window(): Promise<WindowInfo> {
  const { items } = await app.engine.listWindows({});
  return items.find(({ processId }) => processId === app.processId)!;
}

const title = async () => (await window()).title;
const becomes = (name: string) => vi.waitFor(async () => expect(await title()).toBe(name), soon);

/** Presses a text in the window; of several the one with that number. */
async function pressOn(text: string, nth = 0): Promise<void> {
  const { id } = await window();
  const { matches } = await app.engine.find({ window: id, selector: `text="${text}"` });
  const { x, y, width, height } = matches[nth]!.bounds!;
  await press({ x: x + Math.round(width / 2), y: y + Math.round(height / 2) });
}

async function record(text: string, effect: string, nth = 0): Promise<Step[]> {
  return recorded(app.engine, async () => {
    await pressOn(text, nth);
    await becomes(effect);
    // No change to see at its end.
    await xdotool('mousemove', 600, 500);
  });
}

/** Without window titles, which here name the target, and without expectations. */
const again = (steps: readonly Step[]) =>
  replayed(
    app.engine,
    steps.map(({ expected: _, ...step }) => ({ ...step, window: { app: step.window.app! } })),
  );

test('a target in an app without elements is found by its picture in a window that was moved and resized', async () => {
  await start(buttons());
  const steps = await record('Discard', 'drop');
  expect(inWords(steps)).toEqual(['Click Image “Discard”']);
  await app.end();
  await start(buttons('lightgrey', 'add new Paint Brushes'));
  await app.engine.moveWindow({ window: (await window()).id, bounds: { x: 200, y: 150, width: 420, height: 300 } });
  expect(await again(steps)).toEqual(['passed']);
  await becomes('drop');
});

test('the text next to one of two equal targets identifies it, and without that text neither is pressed', async () => {
  await start(buttons());
  const steps = await record('Open', 'kitchen', 1);
  expect(steps[0]?.target?.selectors[0]?.selector).toMatch(/^near="Kitchen" text="Open" picture=/);
  expect(await again(steps)).toEqual(['passed']);
  await becomes('kitchen');
  await app.end();
  await start(buttons('lightgrey', 'add cellar Open Cellar').replace('add kitchen Open Kitchen', ''));
  const [message] = await again(steps);
  expect(message).toMatch(/^failed: No element matches “near="Kitchen" text="Open" picture="…\w{6}"”\. Nearest: /);
  expect(message?.toLowerCase()).toContain('(the text beside it is “cellar”)');
  expect(await title()).toBe('Start');
});

test('a target in other colours, greyed, with another text or twice is not pressed', async () => {
  await start(buttons());
  const steps = await record('Discard', 'drop');
  const changes: readonly [string, RegExp][] = [
    [buttons('darkred'), /^failed: No element matches/],
    [`${buttons()}\n.drop.b configure -state disabled`, /colours are others|looks alike/],
    [buttons().replace('Discard', 'Discord'), /the text on it is “Discord”|a detail of it is another|looks alike/],
    [buttons('lightgrey', 'add twin Discard Letters'), /^failed: 2 elements match/],
  ];
  for (const [changed, why] of changes) {
    await app.end();
    await start(changed);
    expect((await again(steps))[0]).toMatch(why);
    expect(await title()).toBe('Start');
  }
});

test('a double click is recorded and replayed as one', async () => {
  await start(`${buttons()}\n.drop.b configure -command {}\nbind .drop.b <Double-1> { wm title . twice }`);
  const steps = await recorded(app.engine, async () => {
    const { id } = await window();
    const { matches } = await app.engine.find({ window: id, selector: 'text="Discard"' });
    const { x, y } = matches[0]!.bounds!;
    await press({ x: x + 9, y: y + 5 }, { count: 2 });
    await becomes('twice');
  });
  expect(inWords(steps)).toEqual(['Double-click Image “Discard”']);
  await xdotool('mousemove', 600, 500);
  await app.end();
  await start(`${buttons()}\n.drop.b configure -command {}\nbind .drop.b <Double-1> { wm title . twice }`);
  expect(await again(steps)).toEqual(['passed']);
  await becomes('twice');
});

test('no picture contains typed text: anything visible only since then is identified by position', async () => {
  await start(
    `${buttons()}\npack [entry .e -width 12]\nfocus .e\n.keep.b configure -command { wm title . [string length [.e get]] }`,
  );
  const steps = await recorded(
    app.engine,
    () => pressOn('Keep').then(() => becomes('0')),
    () => xdotool('mousemove', 60, 215),
    () => xdotool('type', '--delay', 30, 'Geheimnis'),
    async () => {
      await press({ x: 180, y: 235 });
    },
    () => pressOn('Keep').then(() => becomes('9')),
  );
  expect(inWords(steps)).toEqual([
    'Click Image “Keep”',
    'Type the secret TYPED_TEXT',
    expect.stringMatching(/^Click at /),
    'Click Image “Keep”',
  ]);
});

test('keys of a calculator, one of them twice, are found in one of another size', async () => {
  app = await liveApp('xcalc', [], { ready: () => true });
  const pressAt = async (x: number, y: number) => {
    const { bounds } = await window();
    await press({ x: bounds.x + x, y: bounds.y + y });
  };
  /** The text of its display, read from its picture. */
  const shown = async () => {
    const { bounds } = await window();
    const region = { x: bounds.x + 12, y: bounds.y + 28, width: bounds.width - 24, height: 30 };
    return (await app.engine.ocr({ target: { kind: 'region', region } })).text;
  };
  const shows = (number: string) => vi.waitFor(async () => expect(await shown()).toBe(number), soon);
  const square = () => pressAt(69, 112);
  // At a user's pace: on a busy machine pictures are taken one after the other.
  const steps = await recorded(
    app.engine,
    () => pressAt(113, 352).then(() => shows('5')),
    () => square().then(() => shows('25')),
    () => square().then(() => shows('625')),
  );
  expect(steps.map(({ target }) => target?.selectors[0]?.kind)).toEqual(Array(3).fill('picture'));
  await app.end();
  await xdotool('mousemove', 900, 700);
  app = await liveApp('xcalc', ['-geometry', '330x450+150+90'], { ready: () => true });
  expect(await again(steps)).toEqual(Array(3).fill('passed'));
  await shows('625');
});
