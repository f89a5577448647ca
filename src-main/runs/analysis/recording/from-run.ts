import { AppError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import type { StepLocation } from '#contract/model/runs/run-analysis';
import type { StepTarget } from '#contract/model/recordings/recording';
import { mask } from '#contract/model/tools/tool-call';
import type { WindowMatch, WindowInfo } from '#contract/model/windows/window';
import { sameRect, type Rect } from '#contract/model/geometry';
import type { TreeRow } from '#contract/model/runs/trace';
import type { Expectation } from '#contract/model/recordings/expectation';
import { windowId } from '#contract/model/schemas/window';
import { emptyRecording } from '../../../recorder/editing/edit.ts';
import { toRecording, type Imported } from '../../../recorder/importers/imported.ts';
import type { StepDraft } from '../../../dialects/dialect.ts';
import { targetCalled } from '../../../dialects/element.ts';
import { readCall } from '../../../dialects/read-call.ts';
import { anotherSecretName, secretVariable } from '../../../recorder/steps/secret-name.ts';
import type { RawNode } from '../../../engine/backend.ts';
import { rankSelectors } from '../../../engine/selectors/rank.ts';
import { descend, pathTo } from '../../../engine/tree/walk.ts';
import { changesBetween } from '../../../engine/watch/tree/changes.ts';
import type { TraceReader } from '../../trace/trace-reader.ts';
import { Looks } from '../looks.ts';
import { runStepsOf, type RunStep, type TracedCall, placeInWords } from '../run-steps.ts';

/**
 * The acts of a run as a recording: each with selectors that were measured in the tree it acted in, and with what it changed there.
 * Acts that failed are steps that are switched off; what cannot be a step is a note.
 * @param now ISO 8601
 */
export async function recordingOf(trace: TraceReader, now: string): Promise<Imported> {
  const { about } = trace;
  const { placed, notes } = await stepsIn(trace);
  const steps = placed.map(({ step }) => step);
  const platform = about.host?.platform === 'win32' ? 'windows' : (about.host?.platform ?? 'unknown');
  const empty = emptyRecording(platform, now, about.title || about.run);
  return { recording: toRecording({ steps, notes }, empty), notes };
}

interface PlacedStep {
  readonly place: StepLocation;
  readonly step: StepDraft;
}

/**
 * The acts of a run as steps of a recording, each with its position in the run; an act that cannot be a step becomes a
 * note.
 */
export async function stepsIn(
  trace: TraceReader,
): Promise<{ readonly placed: readonly PlacedStep[]; readonly notes: readonly string[] }> {
  const placed: PlacedStep[] = [];
  const notes: string[] = [];
  const looks = new Looks(trace);
  const secrets = new Set<string>();
  for (const { runStep, call } of actsOf(runStepsOf(await trace.events()))) {
    const found = await stepsOf(call, looks, secrets);
    if (typeof found === 'string') notes.push(leftOut(runStep, call, found));
    else placed.push(...found.map((step) => ({ place: runStep.place, step })));
  }
  return { placed, notes };
}

function actsOf(runSteps: readonly RunStep[]) {
  return runSteps.flatMap((runStep) =>
    runStep.acts.flatMap(({ call }) => {
      const effect = call?.before?.effect;
      return call && effect !== undefined && effect !== 'observe' ? [{ runStep, call }] : [];
    }),
  );
}

function leftOut({ place }: RunStep, { call, before }: TracedCall, why: string): string {
  const where = 'call' in place ? `Call ${call}` : `Call ${call} in ${placeInWords(place)}`;
  return `${where}: ${quoted(before?.tool.replace(/^.*::/, '') ?? '?')} is left out: ${why}.`;
}

/** Steps, or why there are none. Another window that is chosen is none: each step names its own. */
async function stepsOf(call: TracedCall, looks: Looks, secrets: Set<string>): Promise<readonly StepDraft[] | string> {
  const { before, after } = call;
  if (!before) return 'the trace does not say what it was';
  try {
    const root = await rootOf(call, 'before', looks);
    const parameters = await parametersOf(call, looks);
    const node = foundIn(root, call, parameters);
    const target = root && node ? targetOf(root, node) : byWords(call);
    const { title, app } = before.target ?? { title: '', app: '' };
    const window: WindowMatch = { ...(title && { title }), ...(app && { app }) };
    // Which window and element it was, is reported beside it.
    const { window: _, handle: __, windowHandle: ___, ...own } = withSecret(parameters, target, secrets);
    const { selector, alternatives, ...unnamed } = own;
    const named = node ? unnamed : { ...unnamed, selector, alternatives };
    const request = { tool: before.tool.replace(/^.*::/, ''), parameters: named };
    const windowBounds = before.target ? call.seen.before?.picture?.bounds : null;
    const found = readCall({ ...request, window, target, ...(windowBounds && { windowBounds }) });
    if ('window' in found) return [];
    if ('leftOut' in found) return found.leftOut;
    const last = found.steps.length - 1;
    const then = await rootOf(call, 'after', looks);
    const expected = root && then && !after?.error ? [...effectsOf(call, node, { before: root, after: then })] : [];
    return found.steps.map((step, at) => ({
      ...step,
      ...(expected.length > 0 && at === last && { expected }),
      ...((after?.error ?? !after) ? { enabled: false } : {}),
    }));
  } catch (error) {
    if (error instanceof AppError) return error.message.replace(/\.$/, '');
    throw error;
  }
}

async function rootOf({ seen }: TracedCall, phase: 'before' | 'after', looks: Looks): Promise<RawNode | null> {
  const tree = seen[phase]?.tree;
  const rows = tree ? await looks.rows(tree) : null;
  return rows && treeOf(rows);
}

async function parametersOf({ before }: TracedCall, looks: Looks): Promise<Readonly<Record<string, unknown>>> {
  if (before?.parametersBlob === undefined) return before?.parameters ?? {};
  try {
    return JSON.parse(await looks.text(before.parametersBlob)) as Record<string, unknown>;
  } catch {
    throw new AppError('invalid_parameter', 'its arguments are missing from the trace');
  }
}

function foundIn(
  root: RawNode | null,
  { after }: TracedCall,
  { name }: Readonly<Record<string, unknown>>,
): RawNode | null {
  const bounds = after?.resolution?.bounds;
  return root && bounds ? nodeAt(root, bounds, typeof name === 'string' ? name : '') : null;
}

/** Where its tree was not kept: by its name. */
function byWords({ before }: TracedCall): StepTarget | null {
  const name = before?.parameters['name'];
  return typeof name === 'string' ? targetCalled({ name }) : null;
}

/** A text that was masked is asked for at replay. */
function withSecret(
  parameters: Readonly<Record<string, unknown>>,
  target: StepTarget | null,
  secrets: Set<string>,
): Readonly<Record<string, unknown>> {
  const field = ['text', 'keys'].find((key) => JSON.stringify(parameters[key] ?? '').includes(mask));
  if (field === undefined) return parameters;
  const name = anotherSecretName(target?.name ?? '', secrets);
  secrets.add(name);
  return { ...parameters, secret: true, [field]: `\${${secretVariable(name)}}` };
}

/** A stored tree as the engine knows trees; null for one without rows. */
function treeOf(rows: readonly TreeRow[]): RawNode | null {
  const children = new Map<string | null, TreeRow[]>();
  for (const row of rows) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  const [root] = children.get(null) ?? [];
  return root ? nodeOf(root, children) : null;
}

function nodeOf(row: TreeRow, children: ReadonlyMap<string | null, readonly TreeRow[]>): RawNode {
  const { id, parent: _, depth: __, ...request } = row;
  const below = (children.get(id) ?? []).map((child) => nodeOf(child, children));
  return { ...request, runtimeId: id, description: '', childCount: below.length, children: below };
}

/** The innermost element with exactly these bounds; preferably one of that name. */
function nodeAt(root: RawNode, bounds: Rect, name: string): RawNode | null {
  const there = [...descend(root)].filter((node) => node.bounds !== null && sameRect(node.bounds, bounds));
  return there.filter((node) => node.name === name).at(-1) ?? there.at(-1) ?? null;
}

/** As a step keeps it: with selectors that each match it alone in the tree that it was in. */
function targetOf(root: RawNode, node: RawNode): StepTarget {
  const path = pathTo(root, node.runtimeId) ?? [node];
  const selectors = [...rankSelectors({ root, target: node, path })];
  return { controlType: node.controlType, name: node.name, selectors, bounds: node.bounds };
}

const nowhere = { x: 0, y: 0, width: 0, height: 0 };

/** Defaults for the fields of a window that a trace lacks. */
const anyWindow: Omit<WindowInfo, 'id' | 'title' | 'app'> = {
  className: '',
  processId: 0,
  bounds: nowhere,
  contentBounds: nowhere,
  state: 'normal',
  active: true,
  monitor: 0,
  desktop: null,
  kind: 'normal',
  toolkit: '',
  alwaysOnTop: false,
  demandsAttention: false,
  owner: null,
  resizable: true,
};

/**
 * What a call changed in its window, by the rules of a recording. Which windows opened or closed a trace does not report.
 * @param node the element that it acted on
 */
function effectsOf(
  { before }: TracedCall,
  node: RawNode | null,
  roots: { readonly before: RawNode; readonly after: RawNode },
): readonly Expectation[] {
  const id = windowId.safeParse(before?.target?.id).data;
  if (!before?.target || id === undefined) return [];
  const { title, app } = before.target;
  const window: WindowInfo = { ...anyWindow, id, title, app };
  const runStepOf = (root: RawNode) => ({ windows: [window], active: window, roots: new Map([[id, root]]) });
  const acted = { window, runtimeId: node?.runtimeId ?? null, byKey: false };
  const doubts = { volatile: new Set<string>(), secret: new Set<never>() };
  return changesBetween(runStepOf(roots.before), runStepOf(roots.after), acted, doubts) ?? [];
}
