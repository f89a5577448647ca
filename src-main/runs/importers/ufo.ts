import { agentStates, type AgentState, type SubTask } from '#contract/model/agents/agent';
import type { Rect } from '#contract/model/geometry';
import { rect } from '#contract/model/schemas/geometry';
import type { RunEnding } from '#contract/model/runs/trace';
import { leftNote, mostRunSteps } from '../../base/text-bounds.ts';
import { isObject, isUfoLine, readUfoLog, logText, type UfoAct, type UfoLine } from '../ufo-log/read-ufo-log.ts';
import {
  answerWith,
  failedWith,
  type ForeignAct,
  type ForeignPicture,
  type ForeignRun,
  type ForeignStep,
  type RunImporter,
} from './importer.ts';
import { readRequests, type UfoRequest, rowsOfTree } from './ufo-requests.ts';

const mainFile = 'response.log';

/** The folder of a UFO run, versions 1 to 3 and Galaxy. */
export const ufoImporter: RunImporter = {
  mainFile,
  fits: isUfoLine,
  async read(files, main): Promise<ForeignRun> {
    const { lines: all, broken, left } = readUfoLog((await files.text(main)) ?? '');
    const lines = all.slice(0, mostRunSteps);
    const requests = await readRequests(files);
    const steps: ForeignStep[] = [];
    const windows = new Map<string, Rect>();
    const states = new Map<string, AgentState>();
    const plans = plansOf(lines, requests.byStep);
    for (const [index, line] of lines.entries()) {
      noteWindow(line, windows);
      const step = line.step ?? index;
      const tree = rowsOfTree(await files.text(`ui_trees/ui_tree_step${step}.json`));
      const request = requests.byStep.get(step);
      const made = toStep(line, step, windows.get(line.window) ?? null, plans[index] ?? [], request);
      const name = made.agent?.name ?? '';
      const before = states.get(name);
      if (made.answer) states.set(name, made.answer.status);
      steps.push({ ...made, tree, state: made.state === before ? null : made.state });
    }
    return {
      format: `UFO ${lines[0]?.version ?? ''}`.trim(),
      title: lines.find(({ request }) => request !== '')?.request ?? files.name,
      started: null,
      requests: new Map([...lines].reverse().map(({ round, request }) => [round + 1, request])),
      steps,
      last: finalPictures,
      outcome: outcomeOf(lines, await files.text('evaluation.log')),
      lacks: lacking(lines, requests.byStep.size > 0),
      notes: [
        ...broken.map(({ line }) => `Line ${line} of ${main} is no whole line of UFO; it is left out.`),
        ...(all.length > lines.length ? [`Steps after the first ${mostRunSteps} are left out.`] : []),
        ...leftNote(left),
        ...requests.notes,
      ],
    };
  },
};

const finalPictures: readonly ForeignPicture[] = [
  { file: 'action_step_final.png', label: 'The window at the end' },
  { file: 'desktop_final.png', label: 'The desktop at the end' },
];

function toStep(
  line: UfoLine,
  step: number,
  window: Rect | null,
  plan: readonly string[],
  request: UfoRequest | undefined,
): ForeignStep {
  const state = stateOf(line.status);
  const pictures = picturesOf(line, step, window);
  const actions = line.acts.map(({ function: name, arguments: given }) => ({
    function: name,
    arguments: { ...given },
  }));
  const { reply, subTask, result, cost, error } = line;
  return {
    at: null,
    agent: { kind: isHost(line) ? 'HostAgent' : 'AppAgent', name: line.agentName || line.agentType || 'unknown' },
    round: line.round + 1,
    pictures,
    controls: request?.controls,
    prompt: request?.prompt ?? '',
    raw: '',
    model: '',
    answer: answerWith(state ?? 'CONTINUE', {
      ...reply,
      plan: reply.plan.length > 0 ? [...reply.plan] : [...plan],
      message: [...reply.message],
      questions: [...reply.questions],
      subTask,
      result,
      actions,
    }),
    problem: error,
    usage: cost === null ? null : { inputTokens: 0, outputTokens: 0, cost },
    attempts: null,
    acts: line.acts.map((act, index) => toAct(line, act, index === 0 ? pictures[0] : undefined)),
    elapsedMs: Object.fromEntries(Object.entries(line.seconds).map(([phase, seconds]) => [phase, seconds * 1_000])),
    state,
    plan: line.version === 'Galaxy' ? subTasksOf(line.constellation) : undefined,
  };
}

function toAct(line: UfoLine, act: UfoAct, before: ForeignPicture | undefined): ForeignAct {
  const failed = /fail|error/.test(act.status) || act.error !== '';
  const denied = line.confirmed === false;
  const text = act.error || logText(act.value);
  const [left, top, right, bottom] = act.target?.rect ?? [0, 0, 0, 0];
  const call = {
    tool: act.namespace === '' ? act.function : `${act.namespace}::${act.function}`,
    parameters: act.arguments,
    text,
    error: failed ? failedWith(text || 'UFO says that it failed.') : null,
    elapsedMs: null,
    before,
  };
  return {
    action: { function: act.function, arguments: { ...act.arguments } },
    status: denied ? 'denied' : failed ? 'failure' : act.status === 'success' || act.status === '' ? 'success' : 'none',
    text,
    target: right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null,
    calls: denied ? [] : [call],
  };
}

/** Files are named by step; the logs of version 3 and of late versions 2 name them as well. */
function picturesOf(line: UfoLine, step: number, window: Rect | null): readonly ForeignPicture[] {
  const { clean, annotated, selected, desktop } = line.pictures;
  const place = isHost(line) ? {} : { bounds: window, sameSize: true as const };
  return [
    { file: clean || `action_step${step}.png`, label: isHost(line) ? 'Desktop' : 'Window', ...place },
    { file: annotated || `action_step${step}_annotated.png`, label: 'Annotated' },
    { file: selected || `action_step${step}_selected_controls.png`, label: 'Chosen controls' },
    { file: desktop || `desktop_step${step}.png`, label: 'Desktop' },
  ].filter(({ file }, index, all) => all.findIndex((other) => other.file === file) === index);
}

/** Where a window was when its agent was made: the log says it once. */
function noteWindow({ acts }: UfoLine, windows: Map<string, Rect>): void {
  for (const { value } of acts) {
    const info = isObject(value) && isObject(value['window_info']) ? value['window_info'] : null;
    const bounds = rect.safeParse(info?.['rectangle']).data;
    if (info && bounds) windows.set(logText(info['title']), bounds);
  }
}

/** UFO 3 keeps a step's plan only in the next request to the same agent. */
function plansOf(lines: readonly UfoLine[], requests: ReadonlyMap<number, UfoRequest>): (readonly string[])[] {
  const next = new Map<string, number>();
  const plans = [...lines.entries()].reverse().map(([index, { agentName, step }]) => {
    const at = next.get(agentName);
    next.set(agentName, step ?? index);
    return at === undefined ? [] : (requests.get(at)?.plan ?? []);
  });
  return plans.reverse();
}

/** UFO's own claim of an end is no proof; its evaluator's verdict is. */
function outcomeOf(lines: readonly UfoLine[], evaluation: string | null): RunEnding | null {
  const last = lines.at(-1);
  const judged = parseObject(evaluation?.split('\n').find((line) => line.trim() !== '') ?? '');
  const reason = logText(judged?.['reason']);
  const complete = logText(judged?.['complete']).toLowerCase();
  if (complete === 'yes') return { status: 'done', text: reason };
  if (complete === 'no') return { status: 'failed', text: reason };
  const state = stateOf(last?.status ?? '');
  if (state === 'FINISH') return { status: 'unproven', text: reason || (last?.result ?? '') };
  if (state === 'FAIL') return { status: 'failed', text: last?.error || (last?.result ?? '') };
  return state === 'ERROR' ? { status: 'error', text: last?.error ?? '' } : null;
}

function lacking(lines: readonly UfoLine[], withRequests: boolean): readonly string[] {
  const thinks = lines.some(({ reply }) => reply.thought !== '' || reply.observation !== '');
  return [
    'when each step happened',
    'how long calls took',
    'who allowed them',
    'how many tokens were used',
    'what windows looked like after each act',
    ...(thinks ? [] : ['what agents observed and thought']),
    ...(withRequests ? [] : ['what models were shown word by word']),
  ];
}

function isHost({ agentType }: UfoLine): boolean {
  return agentType === 'HostAgent' || agentType === 'ConstellationAgent';
}

function stateOf(status: string): AgentState | null {
  const word = status === 'FAILED' ? 'FAIL' : status;
  return agentStates.find((state) => state === word) ?? null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const statuses: Readonly<Record<string, SubTask['status']>> = {
  running: 'running',
  completed: 'done',
  failed: 'failed',
  error: 'failed',
  cancelled: 'dropped',
};

/**
 * Galaxy's graph of tasks as sub-tasks; the device stands for the app. Early versions wrote tasks in Python's notation:
 * those are skipped. Source: `galaxy/trajectory/galaxy_parser.py` of microsoft/UFO.
 */
function subTasksOf(constellation: unknown): readonly SubTask[] | undefined {
  const graph = isObject(constellation) ? constellation : parsed(constellation);
  if (!isObject(graph) || !isObject(graph['tasks'])) return undefined;
  const lines = isObject(graph['dependencies']) ? Object.values(graph['dependencies']).filter(isObject) : [];
  const before = new Map<string, string[]>();
  for (const line of lines) {
    const id = logText(line['to_task_id']);
    const known = before.get(id);
    if (known) known.push(logText(line['from_task_id']));
    else before.set(id, [logText(line['from_task_id'])]);
  }
  return Object.entries(graph['tasks']).map(([id, task]) => {
    const reply = isObject(task) ? task : {};
    return {
      id,
      text: logText(reply['description']) || logText(reply['name']) || id,
      app: logText(reply['target_device_id']),
      after: before.get(id) ?? [],
      status: statuses[logText(reply['status']).toLowerCase()] ?? 'waiting',
      result: logText(reply['error']) || logText(reply['result']),
    };
  });
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
