import { gzipSync } from 'node:zlib';
import type { AgentAnswer } from '#contract/model/agents/agent';
import type { ControlType, ElementState } from '#contract/model/elements/element';
import { traceEvent, type TraceEvent, type TreeRow } from '#contract/model/runs/trace';
import { blobNameOf } from '../../trace/blobs.ts';
import { Looks } from '../looks.ts';
import { runStepsOf } from '../run-steps.ts';

/** An element of a made window: what it is, is called, holds. */
export type MadeElement = readonly [
  type: ControlType,
  name: string,
  value?: string | null,
  states?: readonly ElementState[],
];

export interface MadeAct {
  tool: string;
  /** The name of an element of the window; empty for none. */
  on: string;
  more?: Record<string, unknown>;
  text?: string;
  error?: 'element_not_found' | 'timeout' | 'permission_denied' | 'target_obscured';
  /** The window afterwards; unchanged by default. */
  leaves?: readonly MadeElement[];
}

export interface MadeStep {
  /** The title of the window; empty for the HostAgent. */
  window: string;
  elements: readonly MadeElement[];
  words?: string;
  answer?: Partial<AgentAnswer>;
  acts: MadeAct[];
  ms?: number;
  picture?: string;
  /** Calls that only look, before anything is done. */
  looks?: readonly { readonly tool: string; readonly text: string }[];
}

/** Values that differ in each run without making it another run. */
export interface Passing {
  readonly ids: number;
  readonly at: number;
  readonly left: number;
}

export type MadeRun = {
  readonly events: readonly TraceEvent[];
  readonly blob: (name: string) => Promise<Uint8Array | null>;
};

/** The lines and blobs of an agents' run, or with `calls` of calls only, in the form of a trace. */
export function madeRun(
  steps: readonly MadeStep[],
  { ids, at, left }: Passing = { ids: 1, at: 0, left: 0 },
  {
    calls: onlyCalls = false,
    outcome = 'done',
  }: { readonly calls?: boolean; readonly outcome?: 'done' | 'failed' | null } = {},
): MadeRun {
  const blobs = new Map<string, Uint8Array>();
  const events: unknown[] = [];
  let mono = at;
  const keep = (content: string | Uint8Array, kind: 'txt' | 'png' | 'json.gz') => {
    const name = blobNameOf(content, kind);
    blobs.set(name, Buffer.from(content));
    return name;
  };
  const add = (event: object) => {
    events.push({ ...event, at: new Date(1.7e12 + mono).toISOString(), mono: (mono += 7) });
  };
  const report = (agent: object) => {
    if (!onlyCalls) add({ type: 'agent', agent });
  };
  const rowsOf = (elements: readonly MadeElement[]): TreeRow[] =>
    elements.map(([controlType, name, value = null, states = ['enabled', 'visible']], index) => ({
      id: `e${ids * 1_000 + index}`,
      parent: index === 0 ? null : `e${ids * 1_000}`,
      depth: index === 0 ? 0 : 1,
      controlType,
      role: controlType.toLowerCase(),
      name,
      automationId: '',
      value,
      states: [...states],
      bounds: { x: left + 10, y: 20 * index, width: 100, height: 20 },
    }));
  const treeOf = (elements: readonly MadeElement[]) => ({
    blob: keep(gzipSync(JSON.stringify({ kind: 'key', rows: rowsOf(elements) })), 'json.gz'),
  });
  let call = 0;
  const look = (tool: string, text: string) => {
    call += 1;
    add({
      type: 'before',
      call,
      tool: `data::${tool}`,
      caller: { kind: 'agent', name: 'a' },
      parameters: {},
      decision: 'allowed',
      effect: 'observe',
    });
    add({ type: 'after', call, elapsedMs: 3 + at, text });
  };
  report({ event: 'round', round: 1, request: 'Do it', models: { HostAgent: 'm', AppAgent: 'm' }, limits: {} });
  steps.forEach((made, index) => {
    const step = index + 1;
    const { window, elements, acts, answer, words = '' } = made;
    const agent =
      window === '' ? { kind: 'HostAgent', name: 'HostAgent' } : { kind: 'AppAgent', name: `AppAgent/app/${window}` };
    const idOf = (name: string) => String(elements.findIndex(([, other]) => other === name) + ids);
    const listed = elements.map(([type, name], at) => `${at + ids}. ${type}: ${JSON.stringify(name)}`);
    const parametersOf = ({ on, more = {} }: MadeAct) => ({ ...(on !== '' && { id: idOf(on), name: on }), ...more });
    report({ event: 'step', step, agent, round: 1 });
    for (const { tool, text } of made.looks ?? []) look(tool, text);
    report({
      event: 'saw',
      step,
      pictures: [{ label: 'Now:', tokens: 1, bounds: null, blob: keep(`picture ${made.picture ?? window}`, 'png') }],
      controls: keep(listed.join('\n'), 'txt'),
      controlCount: elements.length,
      textTokens: 1,
    });
    report({
      event: 'answered',
      step,
      attempt: 1,
      elapsedMs: 5,
      answer: {
        observation: '',
        thought: words,
        plan: [],
        comment: '',
        status: 'CONTINUE',
        questions: [],
        message: [],
        subTask: '',
        bash: '',
        result: '',
        evidence: [],
        actions: acts.map((act) => ({ function: act.tool, arguments: parametersOf(act) })),
        ...answer,
      },
    });
    for (const act of acts) {
      const { tool, text = `${tool} was done`, error, leaves } = act;
      call += 1;
      const bounds = act.on === '' ? null : (rowsOf(elements).find(({ name }) => name === act.on)?.bounds ?? null);
      const seen = {
        picture: {
          blob: keep(`picture ${made.picture ?? window}`, 'png'),
          bounds: { x: left, y: 0, width: 300, height: 300 },
        },
        note: '',
      };
      add({
        type: 'before',
        call,
        tool: `action::${tool}`,
        caller: { kind: 'agent', name: 'a' },
        parameters: parametersOf(act),
        decision: error === 'permission_denied' ? 'denied' : 'allowed',
        decidedBy: 'the policy',
        effect: 'act',
        target: { id: `0x${ids}${window.length}`, title: window, app: 'app' },
      });
      add({ type: 'seen', call, phase: 'before', ...seen, tree: treeOf(elements) });
      add({
        type: 'after',
        call,
        elapsedMs: made.ms ?? 5,
        text: error ? '' : text,
        ...(error && { error: { code: error, message: `It ended with ${error}.`, hint: '' } }),
        ...(bounds &&
          !error && {
            resolution: { selector: `id=${idOf(act.on)}`, matchCount: 1, attempts: 1, elapsedMs: 1, bounds },
          }),
      });
      add({ type: 'seen', call, phase: 'after', ...seen, tree: treeOf(leaves ?? elements) });
      report({
        event: 'acted',
        step,
        action: { function: tool, arguments: parametersOf(act) },
        calls: [call],
        status: error === 'permission_denied' ? 'denied' : error ? 'failure' : 'success',
        text: error ? `It ended with ${error}.` : text,
        target: bounds,
      });
    }
    report({ event: 'stepped', step, elapsedMs: { all: made.ms ?? 5 } });
  });
  if (outcome)
    report({
      event: 'outcome',
      round: 1,
      outcome,
      text: '',
      usage: { inputTokens: 0, outputTokens: 0, cost: null },
      steps: steps.length,
    });
  add({ type: 'end' });
  return {
    events: events.map((event) => traceEvent.parse(event)),
    blob: (name) => Promise.resolve(blobs.get(name) ?? null),
  };
}

/** As a comparison takes it. */
export function comparable({ events, blob }: MadeRun) {
  return { runSteps: runStepsOf(events), looks: new Looks({ blob }) };
}

/** As anyone who looks up single places reads it. */
export function readable({ events, blob }: MadeRun) {
  return {
    blob,
    call: (call: number) => Promise.resolve(events.filter((event) => 'call' in event && event.call === call)),
    step: (step: number) =>
      Promise.resolve(
        events.flatMap((event) =>
          event.type === 'agent' && 'step' in event.agent && event.agent.step === step
            ? [{ at: Date.parse(event.at), event: event.agent }]
            : [],
        ),
      ),
  };
}
