import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline/promises';
import { usualSteps } from '#contract/model/agents/task';
import { escapeHidden, harmless, oneLine } from '#contract/foreign-text';
import { AppError, toWire } from '#contract/errors';
import type { AgentKind, AgentEvent } from '#contract/model/agents/agent';
import { uncontrolled, askAs, nobody, type Person } from '../../../agents/control.ts';
import { readPrompts } from '../../../agents/prompts/files.ts';
import { createLog } from '../../../base/log.ts';
import { profileFolder } from '../../../base/files/profile-folder.ts';
import type { Price } from '../../../agents/models/model.ts';
import type { Engine } from '../../../engine/engine.ts';
import { runName } from '../../../runs/files/run-folders.ts';
import { settingsIn } from '../../../settings/read-settings.ts';
import { openTrace, type TraceReader } from '../../../runs/trace/trace-reader.ts';
import type { TaskResult } from '../../../agents/session/session.ts';
import { type Args, allowances, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import { allowedHere, allowOptions, launchOptions, mayStartHere } from '../../configured/configured-tools.ts';
import { agrees, ask } from '../../terminal/ask.ts';
import type { Streams, Paint } from '../../output/output.ts';
import { findRun } from '../../runs/show.ts';
import { keysOf } from './keys.ts';

export const run: Command = {
  name: 'run',
  summary: 'Run a task with agents: a HostAgent splits it, AppAgents work in the apps.',
  usage:
    'run ["TASK" --model PROVIDER:MODEL | --again RUN --from N [--answer FILE]] [--base-url URL] [--config FILE.yaml] [--allow observe|act|all] [--trace DIR]',
  options: {
    model: {
      type: 'string',
      value: 'PROVIDER:MODEL',
      help: 'openai, anthropic, gemini, ollama, or local with --base-url, e.g. openai:gpt-5; or scripted:FILE.json; or person, for yourself. AppAgents of anthropic-computer, openai-computer and gemini-computer work in pictures. The key is DESKSCOPE_MODEL_KEY, the provider’s own variable, or what `deskscope keys` kept; ollama and local need none.',
    },
    'app-model': { type: 'string', value: 'PROVIDER:MODEL', help: 'Model for AppAgents; default: --model.' },
    'base-url': {
      type: 'string',
      value: 'URL',
      help: 'Provider address; most end with /v1. Default for local: the address in Settings.',
    },
    'no-schema': {
      type: 'boolean',
      help: 'Describe the answer format in words, for servers without JSON Schema.',
    },
    price: { type: 'string', value: 'IN,OUT', help: 'US dollars per million tokens, to compute the cost.' },
    config: { type: 'string', value: 'FILE.yaml', help: 'Configuration of the agents’ tools (docs/computer.md).' },
    allow: { type: 'string', value: 'WHAT', help: 'What agents may do: observe (default), act or all.' },
    ...allowOptions,
    ...launchOptions,
    docs: {
      type: 'string',
      value: 'DIR',
      help: 'Folder with PROGRAM.md notes for AppAgents; default: app-docs in the profile.',
    },
    prompts: {
      type: 'string',
      value: 'DIR',
      help: 'Folder of prompts from `deskscope prompts DIR`; default: prompts in the profile.',
    },
    marks: { type: 'boolean', help: 'Draw control numbers into the pictures for AppAgents.' },
    'read-text': {
      type: 'boolean',
      help: 'Read text in every picture, not only for windows without controls; a second or more per step.',
    },
    'max-steps': { type: 'string', value: 'N', help: `Maximum steps of all agents; default ${usualSteps}.` },
    'max-rounds': {
      type: 'string',
      value: 'N',
      help: 'Maximum rounds; after each the terminal prompts for the next task of the same agents. Default 1.',
    },
    'max-seconds': { type: 'string', value: 'N', help: 'Maximum duration.' },
    'max-tokens': { type: 'string', value: 'N', help: 'Maximum tokens, input and output.' },
    'max-cost': { type: 'string', value: 'DOLLARS', help: 'Maximum cost; needs --price.' },
    'keep-answers': { type: 'string', value: 'FILE', help: 'Store the models’ answers.' },
    'play-answers': { type: 'string', value: 'FILE', help: 'Replay stored answers instead of using a model.' },
    again: {
      type: 'string',
      value: 'RUN',
      help: 'Rerun a step of an earlier run with one change and continue, if the desktop is as it was.',
    },
    from: { type: 'string', value: 'N', help: 'With --again: the step’s number.' },
    answer: {
      type: 'string',
      value: 'FILE',
      help: 'With --again: the answer to use instead of the model’s; default: run the model again.',
    },
    trace: { type: 'string', value: 'DIR', help: 'Folder for the run; default: the app’s runs.' },
  },
  positionals: [0, 1],
  async run(context, args) {
    const earlier = await earlierRun(context, args);
    try {
      return await runTask(context, args, earlier);
    } finally {
      await earlier?.trace.close();
    }
  },
};

async function runTask(context: Context, args: Args, earlier: EarlierRun | null): Promise<Outcome> {
  const request = earlier?.request ?? args.at(0);
  if (request.trim() === '') throw new UsageError('Describe the task.');
  const { openTaskModels } = await import('../../../agents/models/task-models.ts');
  const person = personAt(process.stdin, context.streams);
  const kept = keysOf(context);
  const opened = await openTaskModels({
    ...modelsAsked(args, earlier),
    localUrl: (await settingsIn(path.join(profileFolder(context.variables), 'settings.json'))).localModelUrl,
    variables: context.variables,
    keptKey: (provider) => kept.kept(provider),
    person: (kind) => askAs(person, kind),
    notice: noticeTo(context),
  });
  const file = args.text('config');
  const read = file === undefined ? null : await configIn(file, context);
  const folder = await folderOf(context, args);
  const services = await context.services({
    allow: args.choice('allow', allowances) ?? 'observe',
    config: file,
    trace: { folder, title: request, kind: 'task' },
    settings: { ...read?.settings, ...allowedHere(args) },
  });
  const again = earlier && (await openEarlier(earlier, services.engine));
  const models = again ? again.changed(opened) : opened;
  const { variables, version, signal } = context;
  const documentation = args.text('docs') ?? path.join(profileFolder(variables), 'app-docs');
  const prompts = await readPrompts(args.text('prompts') ?? path.join(profileFolder(variables), 'prompts'));
  // With it comes MCP, which no other command needs.
  const { startTask } = await import('../../../services/tasks/task-run.ts');
  const result = await startTask({
    request,
    models,
    past: again?.past,
    signal,
    limits: limitsAsked(args),
    sight: { marks: args.flag('marks'), readText: args.flag('read-text') },
    person,
    control: uncontrolled,
    config: file,
    mayStart: mayStartHere(args, context),
    runner: services.runner,
    engine: services.engine,
    trace: services.trace,
    watch: watchedBy(context),
    variables,
    version,
    prompts,
    log: createLog('run', (line) => context.streams.err.write(line)),
    documentation,
  });
  return outcomeOf(result, folder);
}

async function openEarlier({ run, trace, step, answer, models }: EarlierRun, engine: Engine) {
  const { changedModels, openAgain } = await import('../../../services/agents/again.ts');
  const asked = { run, step, model: models.HostAgent, limits: {}, ...(answer !== undefined && { answer }) };
  const opened = await openAgain(asked, trace, engine);
  return { past: opened.past, changed: (given: Parameters<typeof changedModels>[0]) => changedModels(given, opened) };
}

async function configIn(file: string, { variables }: Context) {
  const { loadConfig } = await import('../../../computer/config/load-config.ts');
  return loadConfig(file, variables);
}

function modelsAsked(args: Args, earlier: EarlierRun | null) {
  const given = args.text('model');
  const hostModel = given ?? earlier?.models.HostAgent ?? args.required('model');
  const appModel = args.text('app-model') ?? given ?? earlier?.models.AppAgent;
  return {
    names: { HostAgent: hostModel, AppAgent: appModel ?? hostModel },
    baseUrl: args.text('base-url'),
    takesSchema: !args.flag('no-schema'),
    price: priceAsked(args),
    keep: args.text('keep-answers'),
    play: args.text('play-answers'),
  };
}

function priceAsked(args: Args): Price | null {
  const given = args.text('price');
  if (given === undefined) return null;
  const [input = NaN, output = NaN] = given.split(',').map(Number);
  if (!(input >= 0 && output >= 0)) throw new UsageError('--price is two numbers, such as 2.5,10.');
  return { input, output };
}

function limitsAsked(args: Args) {
  const rounds = args.number('max-rounds', [1, 1_000]);
  const seconds = args.number('max-seconds', [1, 86_400]);
  const tokens = args.number('max-tokens', [1, 1e12]);
  const cost = args.text('max-cost');
  if (cost !== undefined && !(Number(cost) > 0)) throw new UsageError('--max-cost is a number of dollars.');
  if (cost !== undefined && args.text('price') === undefined) throw new UsageError('--max-cost needs --price.');
  return {
    steps: args.number('max-steps', [1, 10_000]) ?? usualSteps,
    ...(rounds !== undefined && { rounds }),
    ...(seconds !== undefined && { seconds }),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost: Number(cost) }),
  };
}

/** Made with its parents, for the user alone. */
async function folderOf({ variables }: Context, args: Args): Promise<string> {
  const chosen = args.text('trace');
  if (chosen !== undefined) return chosen;
  const runs = path.join(profileFolder(variables), 'runs');
  await mkdir(runs, { recursive: true, mode: 0o700 });
  return path.join(runs, runName(new Date()));
}

/** Asks at the terminal; nobody if standard input or standard error is not one. */
function personAt(input: NodeJS.ReadStream, { err }: Streams): Person {
  if (!input.isTTY || err.isTTY !== true) return nobody;

  async function atTerminal<T>(use: (lines: Interface) => Promise<T>): Promise<T> {
    const lines = createInterface({ input, output: process.stderr });
    return use(lines).finally(() => lines.close());
  }

  return {
    answer: ({ agent, text }, signal) =>
      atTerminal((lines) => ask(lines, `\n${agent.kind} asks: ${plain(text)}\n> `, signal)),
    confirm: ({ agent, text, action }, signal) =>
      atTerminal((lines) =>
        agrees(lines, `\n${agent.kind}: ${plain(text)}\nIt would do: ${plain(action)}\nAllow it?`, signal),
      ),
  };
}

/** A model's text: nothing in it controls the terminal. */
function plain(text: string): string {
  return escapeHidden(harmless(text));
}

/** A run with a step to repeat with one change. */
interface EarlierRun {
  readonly run: string;
  readonly trace: TraceReader;
  readonly step: number;
  /** Replaces the model's answer; undefined to ask the model. */
  readonly answer?: string;
  readonly request: string;
  /** Its models. */
  readonly models: Readonly<Record<AgentKind, string>>;
}

/** Null if `--again` is not given. @throws UsageError for options that do not go with it; AppError as `openTrace` */
async function earlierRun({ variables }: Context, args: Args): Promise<EarlierRun | null> {
  const run = args.text('again');
  const step = args.number('from', [1, 1e9]);
  if (run === undefined) {
    if (step !== undefined || args.text('answer') !== undefined)
      throw new UsageError('--from and --answer go with --again.');
    return null;
  }
  if (step === undefined) throw new UsageError('--again needs --from, the number of a step.');
  if (args.positionals.length > 0) throw new UsageError('With --again the run’s task is used.');
  const answer = await answerIn(args);
  const trace = await openTrace(await findRun(path.join(profileFolder(variables), 'runs'), run));
  const round = trace.story.flatMap(({ event }) => (event.event === 'round' ? event : []))[0];
  if (!round) {
    await trace.close();
    throw new AppError('invalid_parameter', 'This run has no Deskscope agents.', {
      hint: '`deskscope runs list` shows which are tasks.',
    });
  }
  return { run, trace, step, request: round.request, models: round.models, ...(answer !== undefined && { answer }) };
}

async function answerIn(args: Args): Promise<string | undefined> {
  const file = args.text('answer');
  if (file === undefined) return undefined;
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('file_error', `${file} cannot be read.`, { cause });
  });
}

/** Reports on standard error what agents do, a line each. */
function watchedBy({ streams, paint, json }: Context) {
  return (event: AgentEvent) => {
    const line = json ? '' : lineOf(event, paint);
    if (line !== '') streams.err.write(`${line}\n`);
  };
}

/** An event's line for people; empty for events they need not see. */
function lineOf(event: AgentEvent, paint: Paint): string {
  if (event.event === 'state') {
    return `${paint('bold', event.agent.name)} ${event.to} ${paint('dim', oneLine(event.why))}`;
  }
  if (event.event === 'answered') {
    if (event.problem !== undefined) return `  ${paint('yellow', oneLine(event.problem))}`;
    return event.answer?.comment ? `  ${oneLine(event.answer.comment)}` : '';
  }
  if (event.event !== 'acted') return '';
  const { action, status, text } = event;
  const what = `  ${oneLine(`${action.function}(${JSON.stringify(action.arguments)})`)}`;
  return status === 'success' ? what : `${what} ${paint('red', status)}: ${oneLine(text)}`;
}

function noticeTo({ streams }: Context) {
  return (sentence: string) => void streams.err.write(`${sentence}\n`);
}

/** @param trace where the run is */
function outcomeOf(result: TaskResult, trace: string): Outcome {
  const { outcome, text, steps, usage } = result;
  const tokens = `${usage.inputTokens + usage.outputTokens} tokens`;
  const cost = usage.cost === null ? '' : `, $${usage.cost.toFixed(4)}`;
  const counted = `${steps} steps, ${tokens}${cost}. The run is in ${trace}.`;
  const error = errorOf(result);
  const ending = `${outcome}: ${oneLine(text)}`;
  return { data: { ...result, trace }, text: `${error ? '' : `${ending}\n`}${counted}`, ...(error && { error }) };
}

function errorOf({ outcome, text }: TaskResult) {
  switch (outcome) {
    case 'done':
      return null;
    case 'unproven':
      return toWire(
        new AppError('not_verified', `The agents claim it is done, but it could not be confirmed: ${oneLine(text)}`),
      );
    case 'stopped':
      return toWire(new AppError('cancelled', 'The run was stopped.'));
    case 'limit':
      return toWire(new AppError('limit_reached', text));
    case 'failed':
    case 'error':
      return toWire(
        new AppError('tool_failed', `The task was not done: ${oneLine(text)}`, { hint: 'The run shows each step.' }),
      );
  }
}
