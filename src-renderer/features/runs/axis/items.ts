import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import { statusText } from '../calls/status.ts';
import { stepStatus } from '../steps/step-status.ts';

/** From the least to the one that must not be overlooked. */
export const tones = ['quiet', 'ok', 'running', 'denied', 'failed'] as const;
export type Tone = (typeof tones)[number];

/** What a dot says: an element was found by another selector, the model was asked again, a person changed something. */
export type Mark = 'failed' | 'healed' | 'repaired' | 'edited';

/** A step or a call as a bar on the axis. */
export interface AxisItem {
  /** Of its row: `step 7`, `call 12`. */
  readonly id: string;
  readonly lane: number;
  /** Milliseconds since the epoch; `to` is infinite while it is under way. */
  readonly from: number;
  readonly to: number;
  readonly tone: Tone;
  readonly marks: readonly Mark[];
  /** What it is, in a line. */
  readonly label: string;
}

/** What the axis shows: bars in the order in which they began, in lanes by who did it. */
export interface AxisItems {
  readonly lanes: readonly string[];
  readonly items: readonly AxisItem[];
}

/** No one reports more apart; whoever comes later shares the last. */
const mostLanes = 4;

/** Bars of an agents' run are its steps; those of any other are its calls, and what a person did between them. */
export function axisItems(steps: readonly AgentStepSummary[], calls: readonly CallSummary[], live: boolean): AxisItems {
  const lanes: string[] = [];
  const laneOf = (name: string) => {
    const known = lanes.indexOf(name);
    if (known >= 0) return known;
    if (lanes.length < mostLanes) return lanes.push(name) - 1;
    lanes[mostLanes - 1] = 'others';
    return mostLanes - 1;
  };
  const ofSteps = steps.map((step) => stepItem(step, laneOf(laneName(step.agent.name)), live));
  if (steps.some(({ agent }) => agent.kind !== 'Person')) return { lanes, items: ofSteps };
  const ofCalls = calls.map((call) => callItem(call, laneOf(call.caller.name), live));
  return { lanes, items: [...ofSteps, ...ofCalls].sort((a, b) => a.from - b.from) };
}

/** `AppAgent/galculator/Calculator` is distinguished by its program. */
function laneName(agent: string): string {
  return agent.split('/')[1] ?? agent;
}

function stepItem(step: AgentStepSummary, lane: number, live: boolean): AxisItem {
  const { at, elapsedMs, ended, attempts, edited, action, state } = step;
  const tone = stepStatus(step);
  const marks: readonly (Mark | false)[] = [
    (tone === 'failed' || tone === 'denied') && 'failed',
    attempts > 1 && 'repaired',
    edited && 'edited',
  ];
  return {
    id: `step ${step.step}`,
    lane,
    from: at,
    to: endOf(at, elapsedMs, !ended && live),
    tone,
    marks: marks.filter((mark) => mark !== false),
    label: `Step ${step.step} · ${action || (state ?? 'under way')}`,
  };
}

const callTones = { running: 'running', ok: 'ok', failed: 'failed', denied: 'denied' } as const;

function callItem(call: CallSummary, lane: number, live: boolean): AxisItem {
  const { at, elapsedMs, status, tool, healed } = call;
  const failed = status === 'failed' || status === 'denied';
  return {
    id: `call ${call.call}`,
    lane,
    from: at,
    to: endOf(at, elapsedMs, status === 'running' && live),
    tone: callTones[status],
    marks: [...(failed ? (['failed'] as const) : []), ...(healed ? (['healed'] as const) : [])],
    label: `Call ${call.call} · ${tool.replace(/^.*::/, '')} · ${statusText(call, live)}`,
  };
}

function endOf(at: number, elapsedMs: number, underWay: boolean): number {
  return underWay ? Infinity : at + elapsedMs;
}
