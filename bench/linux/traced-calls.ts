import { silentLog } from '../../src-main/base/log.ts';
import { createTraceWriter, type TraceWriter } from '../../src-main/runs/trace/trace-writer.ts';
import type { CallEnd } from '../../src-main/tools/observer.ts';

/** Writes a run of `calls` calls of an ordinary size; every fiftieth fails. */
export async function writeCalls(folder: string, run: string, calls: number): Promise<void> {
  const trace = createTraceWriter({ folder, run, title: 'Bench', log: silentLog });
  for (let call = 1; call <= calls; call++) await writeCall(trace, call);
  await trace.close();
}

/** The same, as the acts of an agent: two per step. */
export async function writeSteps(folder: string, run: string, steps: number): Promise<void> {
  const trace = createTraceWriter({ folder, run, title: 'Bench', kind: 'task', log: silentLog });
  for (let step = 1; step <= steps; step++) await writeStep(trace, step);
  await trace.close();
}

async function writeStep(trace: TraceWriter, step: number): Promise<void> {
  const agent = { kind: 'AppAgent', name: 'AppAgent/galculator/galculator' } as const;
  const action = { function: 'click_input', arguments: { id: '12', name: '7' } };
  const subTask = 'Compute 7 × 6';
  trace.report({ event: 'step', step, agent, round: 1, subTask: '1' });
  const picture = { blob: `${'b'.repeat(64)}.png`, bounds: null, label: 'Current Screenshot:', tokens: 1_500 };
  const text = `${'a'.repeat(64)}.txt`;
  trace.report({ event: 'saw', step, pictures: [picture], controls: text, controlCount: 40, textTokens: 900 });
  trace.report({ event: 'asked', step, attempt: 1, model: 'openai:gpt-5', prompt: text });
  const usage = { inputTokens: 2_400, outputTokens: 120, cost: 0.01 };
  const answer = {
    observation: 'The calculator is open and shows what was computed last. '.repeat(2),
    thought: 'I press the next key of the two numbers that are to be multiplied. '.repeat(2),
    plan: ['Press 7', 'Press ×', 'Press 6', 'Press ='],
    dependencies: [],
    comment: '',
    status: 'CONTINUE' as const,
    actions: [action, action],
    questions: [],
    message: [],
    subTask,
    bash: '',
    result: '',
    evidence: [],
  };
  trace.report({ event: 'answered', step, attempt: 1, elapsedMs: 900, raw: text, usage, answer });
  for (const call of [2 * step - 1, 2 * step]) {
    await writeCall(trace, call);
    const target = { x: 10, y: 20, width: 30, height: 40 };
    const calls = [...trace.takeCalls()];
    trace.report({ event: 'acted', step, action, calls, status: 'success', text: 'It was clicked.', target });
    const entry = { step, agent: agent.name, subTask, action: 'click_input(id="12", name="7"): success.' };
    trace.report({ event: 'noted', entry: { list: 'trajectories', ...entry } });
  }
  const elapsedMs = { DATA_COLLECTION: 300, LLM_INTERACTION: 900, ACTION_EXECUTION: 200 };
  trace.report({ event: 'stepped', step, elapsedMs });
  trace.report({ event: 'state', agent, from: 'CONTINUE', to: 'CONTINUE', why: 'The next key.', subTask: '1' });
}

async function writeCall(trace: TraceWriter, call: number): Promise<void> {
  const end = callEnd(call);
  await trace.before(end);
  await trace.after(end);
}

function callEnd(call: number): CallEnd {
  const error = { code: 'element_not_found', message: 'No element matches.', hint: 'Look again.' } as const;
  const selector = `role=Button name="Key ${call % 40}"`;
  const bounds = { x: 10, y: 20, width: 30, height: 40 };
  return {
    call,
    tool: 'action::click_input',
    caller: { kind: 'agent', name: 'bench agent' },
    parameters: { selector, window: { app: 'galculator' } },
    decision: 'allowed',
    decidedBy: 'a rule',
    effect: 'act',
    permitMs: 1,
    elapsedMs: 100,
    text: 'Click action has been executed.',
    resolution: { selector, matchCount: 1, attempts: 1, elapsedMs: 40, bounds },
    ...(call % 50 === 0 && { error }),
  };
}
