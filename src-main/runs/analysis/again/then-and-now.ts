import { quoted } from '#contract/foreign-text';
import type { AgentEvent, AgentKind } from '#contract/model/agents/agent';
import type { DivergenceDetail } from '#contract/model/runs/run-analysis';
import type { TreeNode } from '#contract/model/elements/element';
import type { TraceEvent, TracedTree, TreeRow } from '#contract/model/runs/trace';
import { toRows } from '../../trace/tree-rows.ts';
import { maxRows } from '../../trace/tree-store.ts';
import { onlyOnOneSide, plainText } from '../compare/observed.ts';
import { controlsIn, lineOfRow, type Looks } from '../looks.ts';
import { runStepsOf, of, type RunStep } from '../run-steps.ts';

/** A run's record of the desktop before one of its steps. */
export interface Then {
  readonly kind: AgentKind;
  /** The windows or controls, as the model was reported them; null if the run does not report. */
  readonly listed: string | null;
  /** The elements of the step's window; null if the run has none. */
  readonly rows: readonly TreeRow[] | null;
}

/** The current equivalent. */
export interface Now {
  readonly kind: AgentKind;
  readonly listed: string;
  /** Null if there is no window, or it cannot be read. */
  readonly tree: TreeNode | null;
}

/**
 * The state of the desktop before a step, from the look and the effect of the previous act; null unless an agent's
 * step.
 */
export async function stateBefore(events: readonly TraceEvent[], step: number, looks: Looks): Promise<Then | null> {
  const runSteps = runStepsOf(events);
  const at = runSteps.findIndex(({ place }) => 'step' in place && place.step === step);
  const runStep = runSteps[at];
  const kind = events.flatMap((event) => kindOf(event, step))[0];
  if (!runStep || !kind) return null;
  const saw = of(runStep.reported, 'saw').at(-1);
  const blob = kind === 'HostAgent' ? saw?.windows : saw?.controls;
  const since = runSteps.slice(afterUserActions(events, runSteps, at), at + 1);
  const tree = kind === 'AppAgent' ? treeBefore(since, runStep) : null;
  return { kind, listed: blob === undefined ? null : await looks.text(blob), rows: tree && (await looks.rows(tree)) };
}

function kindOf(event: TraceEvent, step: number): readonly AgentKind[] {
  const reported: AgentEvent | null = event.type === 'agent' ? event.agent : null;
  if (reported?.event !== 'step' || reported.step !== step || reported.agent.kind === 'Person') return [];
  return [reported.agent.kind];
}

/** The first moment after the user's last own act: effects of earlier acts are stale. */
function afterUserActions(events: readonly TraceEvent[], runSteps: readonly RunStep[], until: number): number {
  const byHand = new Set(events.flatMap((event) => (event.type === 'agent' ? stepByHand(event.agent) : [])));
  const isByHand = ({ place }: RunStep) => 'step' in place && byHand.has(place.step);
  return runSteps.slice(0, until).reduce((after, runStep, index) => (isByHand(runStep) ? index + 1 : after), 0);
}

function stepByHand(reported: AgentEvent): readonly number[] {
  return reported.event === 'step' && reported.agent.kind === 'Person' ? [reported.step] : [];
}

/** From before its own first act, else from after the same agent's last act. */
function treeBefore(runSteps: readonly RunStep[], { who, saw }: RunStep): TracedTree | null {
  if (saw.tree) return saw.tree;
  const left = runSteps.filter((one) => one.who === who).flatMap(({ acts }) => acts);
  return left.flatMap(({ call }) => call?.seen.after?.tree ?? []).at(-1) ?? null;
}

/** The differences, a line each; empty if there are none. Ids, positions and counters never count. */
export function differences(then: Then, now: Now): readonly string[] {
  if (then.listed === null && then.rows === null) return ['the run does not say how it was'];
  if (then.kind !== now.kind) return [`it is the ${now.kind}’s turn, and was the ${then.kind}’s`];
  const listed =
    then.listed === null ? [] : onlyOnOneSide(labels(then.kind, then.listed), labels(now.kind, now.listed));
  const found = listed.length > 0 ? listed : otherRows(then.rows, now.tree);
  return [...new Set(found.map(inWords))];
}

function otherRows(then: readonly TreeRow[] | null, now: TreeNode | null): readonly DivergenceDetail[] {
  if (!then) return [];
  if (!now) return [{ label: 'window', a: 'its window', b: '' }];
  // Values that a trace omits, such as secrets, are unknown, and must not be revealed now either.
  const unknown = new Set(then.filter(({ value }) => value === null).map(keyOf));
  const rows = toRows(now, maxRows, (node) => unknown.has(keyOf(node)));
  return onlyOnOneSide(then.map(lineOfRow), rows.map(lineOfRow));
}

function keyOf({ controlType, name, automationId }: Pick<TreeRow, 'controlType' | 'name' | 'automationId'>): string {
  return [controlType, name, automationId].join('\n');
}

function labels(kind: AgentKind, listed: string): readonly string[] {
  if (kind === 'AppAgent') return [...controlsIn(listed).values()];
  return titlesIn(listed).map((title) => `Window ${quoted(plainText(title))}`);
}

/** A run may come from anyone: an invalid list counts as no windows, and so differs from any desktop's. */
function titlesIn(listed: string): readonly string[] {
  try {
    const all: unknown = JSON.parse(listed);
    return Array.isArray(all) ? all.flatMap(titleOf) : [];
  } catch {
    return [];
  }
}

function titleOf(window: unknown): readonly string[] {
  const { name } = Object(window) as { readonly name?: unknown };
  return typeof name === 'string' ? [name] : [];
}

function inWords({ a, b }: DivergenceDetail): string {
  if (b === '') return `${a} is gone`;
  return a === '' ? `${b} came` : `${a} is now ${b}`;
}
