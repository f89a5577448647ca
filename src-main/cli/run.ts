import { existsSync } from 'node:fs';
import { ceilingFiles, profileFolder } from '../base/files/profile-folder.ts';
import { createLog, silentLog } from '../base/log.ts';
import { hasNoDesktop } from '../base/processes/user-session.ts';
import { backendNames, parseBackendName } from '../engine/create-backend.ts';
import type { Engine } from '../engine/engine.ts';
import type { Services } from '../services/headless.ts';
import type { EngineOptions } from '../services/start-engine.ts';
import { AppError, toWire, type WireError } from '#contract/errors';
import { quoted } from '#contract/foreign-text';
import { parseCommand, splitCommand, type Args, UsageError } from './args.ts';
import type { Command, Context, Looks, Outcome, ServiceRequest } from './command.ts';
import { usageLine } from './output/help-text.ts';
import { keptBackend } from './configured/kept-settings.ts';
import { allCommands, commands } from './list.ts';
import { createPaint, errorText, type Streams } from './output/output.ts';

export type ExitCode = 0 | 1 | 2 | 3 | 4;

export interface Environment {
  readonly streams: Streams;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Aborts when the user interrupts. */
  readonly signal: AbortSignal;
  /** Makes the end of standard input an interruption. */
  readonly interruptAtEndOfInput: () => void;
  readonly version: string;
  readonly repository?: unknown;
  readonly engineEntry: string;
  readonly engineStarter: (looks: Looks | null) => Promise<(options: EngineOptions) => Engine>;
}

type Closing = Pick<Services, 'close'>;

/** Runs one command line to its end and answers the exit code. Never throws. */
export async function runCommandLine(argv: readonly string[], environment: Environment): Promise<ExitCode> {
  const json = argv.includes('--json');
  let command: Command | null = null;
  try {
    const split = splitCommand(argv);
    command = await findCommand(split.command, argv);
    const args = parseCommand(split.rest, command);
    const asked = await instead(command, args);
    if (args.flag('until-eof')) environment.interruptAtEndOfInput();
    const outcome = await runWithServices(asked.command, asked.args, environment, json);
    return report(outcome, environment, json);
  } catch (error) {
    return fail(error, command, environment, json);
  }
}

async function findCommand(name: string | null, argv: readonly string[]): Promise<Command> {
  const wanted = name ?? (argv.includes('--version') ? 'version' : 'help');
  const command = Object.hasOwn(commands, wanted) ? await commands[wanted]?.() : undefined;
  if (!command) throw new UsageError(`${quoted(wanted)} is not a command of Deskscope.`);
  if (name === null && argv.some((arg) => !arg.startsWith('-'))) throw new UsageError('No command was named.');
  return command;
}

/** `deskscope tree --help` is `deskscope help tree`. */
async function instead(command: Command, args: Args): Promise<{ readonly command: Command; readonly args: Args }> {
  if (!args.flag('help')) return { command, args };
  const help = await findCommand('help', []);
  return { command: help, args: parseCommand(command === help ? [] : [command.name], help) };
}

async function runWithServices(
  command: Command,
  args: Args,
  environment: Environment,
  json: boolean,
): Promise<Outcome> {
  const { streams, variables, signal, version, repository, engineEntry: entry } = environment;
  const verbose = args.flag('verbose');
  const log = verbose ? createLog('deskscope', (line) => streams.err.write(line)) : silentLog;
  const engineLog = verbose ? 'inherit' : 'ignore';
  const named = args.choice('backend', backendNames) ?? parseBackendName(variables['DESKSCOPE_BACKEND'] ?? 'auto');
  const backend = await keptBackend(named, variables);
  let engine: Engine | null = null;
  const below = await belowCeiling(variables);
  const desktop = await ownDesktop(args, environment);
  const fork = desktop?.fork;
  const looks = desktop ? null : (command.looks?.(args) ?? null);
  const start = await environment.engineStarter(looks);
  const startEngine = () => (engine ??= below(start({ backend, entry, engineLog, log, fork })));
  const asked = (request: ServiceRequest = {}) => ({
    ...request,
    backend,
    log,
    streams,
    variables,
    engineEntry: entry,
    desktopProfile: args.text('desktop-profile'),
    turn: desktop?.turn,
  });
  let opened: Promise<Closing> | null = null;
  const connect = <T extends Closing>(open: (started: Engine) => Promise<T>): Promise<T> => {
    if (opened) throw new Error('A command opens its services once.');
    // It starts while the rest is loaded.
    const opening = open(startEngine());
    opened = opening;
    return opening;
  };
  const context: Context = {
    signal,
    streams,
    variables,
    json,
    version,
    repository,
    engineEntry: entry,
    commands: allCommands,
    engine: startEngine,
    hasNoDesktop: () => backend === 'auto' && !desktop && hasNoDesktop(variables),
    paint: createPaint(streams.out.isTTY === true && !json, variables),
    services: (request) =>
      connect(async (started) => (await import('./open-services.ts')).openServices(started, asked(request))),
    calls: (request) =>
      connect(async (started) => (await import('./open-calls.ts')).openCalls(started, asked(request))),
  };
  try {
    await desktop?.openApps(startEngine);
    return await command.run(context, args);
  } finally {
    await (opened as Promise<Closing> | null)?.then(
      (each) => each.close(),
      () => undefined,
    );
    await (engine as Engine | null)?.close();
    await desktop?.close();
  }
}

/** The desktop from `--desktop`; null for the user's own. */
async function ownDesktop(args: Args, environment: Environment) {
  const named = args.text('desktop');
  if (named === undefined) return null;
  const { enterDesktop } = await import('./enter-desktop.ts');
  return enterDesktop(named, args.text('desktop-profile'), environment);
}

/** An existing ceiling applies to every command. */
async function belowCeiling(variables: Environment['variables']): Promise<(engine: Engine) => Engine> {
  const files = ceilingFiles(profileFolder(variables), variables);
  if (!files.some((file) => existsSync(file))) return (engine) => engine;
  const [{ createCeiling }, { ceilingEngine }] = await Promise.all([
    import('../permissions/ceiling.ts'),
    import('../services/ceiling-engine.ts'),
  ]);
  const ceiling = createCeiling(files);
  return (engine) => ceilingEngine(engine, ceiling);
}

function report(outcome: Outcome, { streams, variables }: Environment, json: boolean): ExitCode {
  const { data, text, error } = outcome;
  if (!outcome.silent) {
    if (json) streams.out.write(`${JSON.stringify({ ok: !error, ...(error && { error }), ...data })}\n`);
    else if (text !== '') streams.out.write(text.endsWith('\n') ? text : `${text}\n`);
  }
  if (error && !json) streams.err.write(errorText(error, createPaint(streams.err.isTTY === true, variables)));
  return outcome.exitCode ?? (error || outcome.isNo ? 1 : 0);
}

function fail(error: unknown, command: Command | null, environment: Environment, json: boolean): ExitCode {
  const { streams, variables } = environment;
  const wrongUsage = error instanceof UsageError;
  const wire = wrongUsage ? usageError(error, command) : toWire(error);
  if (wire.code === 'internal') createLog('deskscope', (line) => streams.err.write(line))('error', 'unexpected', error);
  if (json) streams.out.write(`${JSON.stringify({ ok: false, error: wire })}\n`);
  else streams.err.write(errorText(wire, createPaint(streams.err.isTTY === true, variables)));
  return wrongUsage ? 2 : 1;
}

function usageError(error: UsageError, command: Command | null): WireError {
  const hint = command ? usageLine(command) : 'See `deskscope help` for the commands.';
  return toWire(new AppError('invalid_parameter', error.message, { hint }));
}
