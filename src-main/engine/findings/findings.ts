import { performance } from 'node:perf_hooks';
import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { Incomplete } from '#contract/model/findings';
import type { WindowInfo } from '#contract/model/windows/window';
import { center, contains, type Point } from '#contract/model/geometry';
import type { OcrResult } from '#contract/model/ocr';
import type { RawDetails, RawTree } from '../backend.ts';
import type { CallContext, EngineContext, Operation } from '../operations/operation.ts';
import { ocr as readText } from '../ocr/ocr.ts';
import { shoot } from '../picture/shoot.ts';
import { walk, wholeTree } from '../tree/walk.ts';
import { windowOf } from '../windows/lookup.ts';
import { lookAt } from './contrast.ts';
import { evaluate, factsOf, inDoubt } from './evaluate.ts';
import { readinessOf } from './readiness.ts';
import type { Look, Rule } from './rule.ts';
import { rules } from './rules/index.ts';
import { sceneOf, type Entry, type Scene } from './scene.ts';

/** Maximum number of elements to query, and how many at once. */
const mostAsked = 300;
const atOnce = 8;
/**
 * Share of the deadline after which no more elements are queried: a partial result with a reason is worth more than a timeout.
 */
const partOfDeadline = 0.6;

export const findings: Operation<'findings'> = async (
  context,
  { window: wanted, picture = true, ocr = false, only, skip },
  call,
) => {
  const until = performance.now() + call.timeoutMs * partOfDeadline;
  const chosen = chosenRules(only, skip);
  const window = await windowOf(context, wanted);
  const [read, readMs] = await timed(() => walk(context, window, wholeTree, call));
  const reported = await context.backend.elements.details(window, read.root.runtimeId, call.signal).catch(() => null);
  const toolkit = reported?.toolkit?.name ?? window.toolkit;
  const monitors = await context.backend.monitors();
  const scale = monitors.find(({ index }) => index === window.monitor)?.scale ?? 1;
  const started = performance.now();
  const scene = sceneOf(read.root, { toolkit, title: window.title, window: window.bounds, scale });
  const doubtful = inDoubt(scene, chosen);
  const sceneMs = performance.now() - started;
  const [details, detailsMs] = await timed(() => askAbout(context, window, doubtful.slice(0, mostAsked), until, call));
  const [look, pictureMs] = await timed(async () =>
    picture && needPicture(chosen) ? lookOf(context, window, scene, ocr, call) : null,
  );
  const selecting = performance.now();
  const judged = readinessOf(scene);
  const selectorsMs = performance.now() - selecting;
  const judge = (seen: boolean) =>
    timed(() =>
      Promise.resolve(
        evaluate(
          window.id,
          scene,
          { details, look },
          chosen.filter(({ needs }) => (needs === 'picture') === seen),
        ),
      ),
    );
  const [byTree, judgedMs] = await judge(false);
  // Examining every pixel of text counts as the picture's time, not the rules'.
  const [byPicture, lookedMs] = await judge(true);
  const isThere = !(await hasClosed(context, window, reported && read.root.runtimeId, call));
  return {
    window: { id: window.id, title: window.title, app: window.app },
    toolkit,
    elements: scene.entries.length,
    rules: chosen.map(factsOf),
    findings: [...byTree.findings, ...byPicture.findings],
    incomplete: [...unread(read), ...(isThere ? [] : [closed]), ...byTree.incomplete, ...byPicture.incomplete],
    readiness: isThere ? judged : null,
    elapsed: {
      read: readMs,
      rules: sceneMs + judgedMs,
      selectors: selectorsMs,
      details: detailsMs,
      picture: pictureMs + lookedMs,
    },
  };
};

/**
 * Whether the window has closed: an ended app reports nothing, which is not a finding. Window lists may be slightly stale, so
 * the window itself is queried too.
 * @param root null if an earlier query failed
 */
async function hasClosed(
  context: EngineContext,
  window: WindowInfo,
  root: string | null,
  { signal }: CallContext,
): Promise<boolean> {
  const gone = (error: unknown) =>
    error instanceof AppError && (error.code === 'window_not_found' || error.code === 'element_stale');
  const listed = await windowOf(context, window.id).catch((error: unknown) => error);
  if (gone(listed)) return true;
  if (root === null) return false;
  return gone(await context.backend.elements.details(window, root, signal).catch((error: unknown) => error));
}

const closed: Incomplete = { rule: '', reason: 'the window closed during the check', kind: 'reading', count: 1 };

/** @throws AppError `invalid_parameter` for an unknown rule */
function chosenRules(only: readonly string[] | undefined, skip: readonly string[] = []): readonly Rule[] {
  const known = new Set(rules.map(({ id }) => id));
  const stranger = [...(only ?? []), ...skip].find((id) => !known.has(id));
  if (stranger !== undefined) {
    throw new AppError('invalid_parameter', `There is no rule ${quoted(stranger)}.`, {
      hint: `The rules are ${[...known].join(', ')}.`,
    });
  }
  return rules.filter(({ id }) => (only === undefined || only.includes(id)) && !skip.includes(id));
}

const needPicture = (chosen: readonly Rule[]) => chosen.some(({ needs }) => needs === 'picture');

/** Details of each element; null if its query failed. Elements left when time ran out are missing. */
async function askAbout(
  { backend }: EngineContext,
  window: WindowInfo,
  wanted: readonly Entry[],
  until: number,
  { signal }: CallContext,
): Promise<ReadonlyMap<string, RawDetails | null>> {
  const known = new Map<string, RawDetails | null>();
  const coming = [...wanted];
  const ask = async () => {
    for (let next = coming.shift(); next !== undefined && performance.now() < until; next = coming.shift()) {
      signal.throwIfAborted();
      const { runtimeId } = next.node;
      known.set(runtimeId, await backend.elements.details(window, runtimeId, signal).catch(() => null));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  return known;
}

/** Null if the window cannot be captured: rules about the picture are incomplete then. */
async function lookOf(
  context: EngineContext,
  window: WindowInfo,
  scene: Scene,
  ocr: boolean,
  call: CallContext,
): Promise<Look | null> {
  const target = { kind: 'window', window: window.id } as const;
  const shot = await shoot(context, target).catch(() => null);
  if (shot === null) return null;
  const read = ocr ? await readText(context, { target }, call).catch(() => null) : null;
  return { ...lookAt(shot.pixels, shot.bounds), words: read && wordsIn(read, scene) };
}

function unread({ truncated, diagnosis, root }: RawTree): readonly Incomplete[] {
  const nothing = (root.children ?? []).length === 0 ? 'the window tells of no elements' : null;
  const reasons = [truncated && `the tree was cut at the limit of ${truncated}`, diagnosis?.message ?? nothing];
  return reasons.flatMap((reason) => (reason ? [{ rule: '', reason, kind: 'reading', count: 1 }] : []));
}

async function timed<T>(work: () => Promise<T>): Promise<readonly [result: T, ms: number]> {
  const started = performance.now();
  const result = await work();
  return [result, performance.now() - started];
}

/** Minimum confidence; wrong readings are mostly short or less confident. */
const surest = 85;

const isWord = (text: string) => /^\p{L}{4,}$/u.test(text);

/** The words read, by the innermost element that contains each. */
function wordsIn({ lines }: OcrResult, { root }: Scene): (entry: Entry) => readonly string[] {
  const found = new Map<Entry, string[]>();
  for (const { text, bounds, confidence } of lines.flatMap(({ words }) => words)) {
    const word = text.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
    if ((confidence ?? 100) < surest || !isWord(word)) continue;
    const entry = innermost(root, center(bounds));
    found.set(entry, [...(found.get(entry) ?? []), word]);
  }
  return (entry) => found.get(entry) ?? [];
}

function innermost(entry: Entry, at: Point): Entry {
  const inside = entry.children.find(({ seen, node }) => seen && node.bounds !== null && contains(node.bounds, at));
  return inside ? innermost(inside, at) : entry;
}
