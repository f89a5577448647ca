import { z } from 'zod';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { formatRect, intersect, type Rect } from '#contract/model/geometry';
import type { CaptureTarget } from '#contract/model/picture';
import type { WindowInfo } from '#contract/model/windows/window';
import { lines, offsetField, pageOf } from '../../../answers/page.ts';
import type { Room } from '../../../answers/room.ts';
import type { ToolContext } from '../../../define-tool.ts';
import { listWindows, topmostAt } from '../../../target/windows/target-window.ts';
import { ocrDeadlineMs, textInPicture } from '../../../target/in-picture/seen-controls.ts';
import { defineAction } from '../action.ts';
import { window } from '../fields.ts';
import { describeWindow, lineOf } from '../answers/describe.ts';
import { ocrLanguageField } from '../answers/ocr-result.ts';
import { parsedElement, shownIn, withTexts, type Parsed } from '../answers/parsed-element.ts';
import { windowFor } from '../window-of.ts';
import type { Scan } from '../locate.ts';

const input = z.object({
  window: window.optional().describe('Only this window: its handle or a part of its title. Else all that is in sight.'),
  monitor: z.number().int().nonnegative().default(0).describe('Which monitor, counted from 0.'),
  language: ocrLanguageField,
  offset: offsetField('elements'),
});
type Input = z.output<typeof input>;

/** The parsed target, with the windows visible there, topmost first. */
interface Scene {
  readonly target: CaptureTarget;
  readonly what: string;
  readonly bounds: Rect;
  readonly windows: readonly WindowInfo[];
}

export const parseScreen = defineAction({
  name: 'parse_screen',
  type: 'data_collection',
  effect: 'observe',
  title: 'Parse the screen',
  description:
    'Return the screen as one flat list: type, bbox, content, interactivity and window of each thing, from the elements of all windows in sight and from the text in their pixels (OCR), nothing twice.',
  input,
  deadlineMs: ocrDeadlineMs,
  reach: ({ window }) => ({ shows: window === undefined ? 'desktop' : 'window' }),
  async perform(context, wanted, scan) {
    const scene = await sceneOf(context, wanted);
    const reported = await elementsIn(context, scene, scan);
    const read = await textInPicture(context, scene.target, wanted.language);
    const all = byWindow(
      scene,
      withTexts(reported.shown, read.lines, (place) => topmostAt(scene.windows, place)),
    );
    const headed = headings(scene);
    const row = (one: Parsed, room: Room) => {
      return { text: `${headed(one)}${lineFor(context, one)}`, data: room.short(parsedElement(one)) };
    };
    const page = pageOf(all, row, {
      what: 'elements',
      offset: wanted.offset,
      room: context.room,
      or: 'or parse one window',
    });
    return {
      text: [`${scene.what}:`, ...page.items.map(({ text }) => text)].join('\n'),
      fields: { elements: page.items.map(({ data }) => data) },
      note: lines(page.note, ...reported.notes, read.note),
    };
  },
});

async function sceneOf(context: ToolContext, wanted: Input): Promise<Scene> {
  const { engine, signal } = context;
  if (wanted.window !== undefined) {
    const only = await windowFor(context, wanted);
    const target = { kind: 'window', window: only.id } as const;
    return { target, what: describeWindow(only), bounds: only.bounds, windows: [only] };
  }
  const { monitor } = wanted;
  const { monitors } = await engine.describe({}, { signal });
  const within = monitors.find(({ index }) => index === monitor);
  if (!within) {
    throw new AppError('not_found', `There is no monitor ${monitor}: there are ${monitors.length}, counted from 0.`, {
      hint: 'Name one of them in `monitor`.',
      delivery: 'not_delivered',
    });
  }
  const windows = await listWindows(context, {});
  const seen = windows.filter(({ state, bounds }) => state !== 'minimized' && intersect(bounds, within.bounds));
  for (const one of seen) context.admit(one);
  return { target: { kind: 'monitor', monitor }, what: `monitor ${monitor}`, bounds: within.bounds, windows: seen };
}

/** The uncovered part of each window. A window that cannot be read is reported, and its text is still recognised. */
async function elementsIn({ engine, signal }: ToolContext, { windows, bounds: within }: Scene, scan: Scan) {
  const shown: Parsed[] = [];
  const notes: string[] = [];
  for (const one of windows) {
    const place = intersect(one.bounds, within);
    if (!place) continue;
    try {
      const { root, nodeCount, truncated } = await engine.tree({ window: one.id, view: 'control' }, { signal });
      scan.elements += nodeCount;
      shown.push(...[...shownIn(one, root, place)].filter(({ bounds }) => topmostAt(windows, bounds) === one));
      if (truncated) notes.push(`${quoted(one.title)} could not be read to its end.`);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppError)) throw error;
      notes.push(`Of ${quoted(one.title)} only its pixels were read: ${error.message}`);
    }
  }
  return { shown, notes };
}

/** Windows topmost first, and last the content of the bare desktop. */
function byWindow({ windows }: Scene, all: readonly Parsed[]): readonly Parsed[] {
  return [...windows, undefined].flatMap((window) => all.filter((one) => one.window?.id === window?.id));
}

/** Names the window of the first element, and of each element in another window than the one before. */
function headings({ target }: Scene): (one: Parsed) => string {
  if (target.kind === 'window') return () => '';
  let last: string | null = null;
  return ({ window }) => {
    const here = window?.id ?? '';
    if (here === last) return '';
    last = here;
    return `\n${window ? describeWindow(window) : 'No window'}:\n`;
  };
}

/** An element’s line as in `snapshot`, with its position; a text that was read has no ref. */
function lineFor({ session }: ToolContext, { element, text, bounds }: Parsed): string {
  if (element === null) return `text ${quoted(text)} (${formatRect(bounds)})`;
  const read = element.name === '' && !element.value && text !== '' ? ` reads ${quoted(text)}` : '';
  return `${lineOf({ session }, element)}${read}`;
}
