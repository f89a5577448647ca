import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toolSetNames } from '#contract/model/tools/tool-sets';
import { once as onlyOnce } from '../../../base/async/once.ts';
import { createLog } from '../../../base/log.ts';
import {
  answerEarly,
  type EarlyCall,
  type EarlyStreams,
  type KnownAnswers,
} from '../../../mcp/transports/early-answers.ts';
import { allowances, type Allowance, UsageError } from '../../args.ts';
import type { Command, Context, Outcome } from '../../command.ts';
import {
  allowOptions,
  allowedHere,
  configOptions,
  configPlace,
  mayStartHere,
} from '../../configured/configured-tools.ts';
import { hasKeptSetting } from '../../configured/kept-settings.ts';
import type { AgentCalls } from '../../../services/agents/agent-calls.ts';
import type { ServerParts } from '../../../mcp/protocol/server-parts.ts';
import type { ToolScope } from '../../../tools/registry.ts';
import type { ToolSession } from '../../../tools/session/tool-session.ts';

const done: Outcome = { data: {}, text: '', silent: true };

export const mcp: Command = {
  name: 'mcp',
  summary: 'Serve the tools to agents over MCP, on standard input and output or over HTTP.',
  usage:
    'mcp [--stdio | --http [--port N]] [--allow observe|act|all] [--tools SET,… | --config FILE.yaml [--agent NAME [--root APP]]]',
  options: {
    stdio: { type: 'boolean', help: 'On standard input and output (default).' },
    http: {
      type: 'boolean',
      help: 'Streamable HTTP on 127.0.0.1, with DESKSCOPE_TOKEN and DESKSCOPE_READ_TOKEN, or new tokens.',
    },
    port: { type: 'string', value: 'N', help: 'Port for --http; default 8722, 0 lets the system choose.' },
    allow: { type: 'string', value: 'WHAT', help: 'What agents may do: observe (default), act or all.' },
    tools: { type: 'string', value: 'SET,…', help: `Tool sets for agents: ${toolSetNames.join(', ')}.` },
    ...allowOptions,
    ...configOptions,
  },
  positionals: [0, 0],
  looks: (args) => (args.flag('http') ? null : 'first windows'),
  async run(context, args) {
    const allow = args.choice('allow', allowances) ?? 'observe';
    const port = args.number('port', [0, 65_535]);
    if (args.flag('stdio') && args.flag('http')) throw new UsageError('Use only one of --stdio and --http.');
    if (args.flag('until-eof') && !args.flag('http'))
      throw new UsageError('Standard input belongs to MCP, and ends it.');
    if (port !== undefined && !args.flag('http')) throw new UsageError('--port belongs to --http.');
    if (context.json && !args.flag('http')) throw new UsageError('Standard output belongs to MCP: leave --json out.');
    const sets = args.list('tools', toolSetNames);
    if (sets && args.text('config') !== undefined) throw new UsageError('Use only one of --tools and --config.');
    const { file, ...place } = configPlace(args);
    const isBare = context.hasNoDesktop();
    // Starts while the client introduces itself and the server is loaded.
    context.engine();
    const mayStart = mayStartHere(args, context);
    const read =
      file === undefined ? null : await (await computers()).readConfigured(file, { ...place, mayStart }, context);
    let opened: Promise<AgentCalls> | null = null;
    const calls = () =>
      (opened ??= context.calls({ allow, config: file, settings: { ...read?.settings, ...allowedHere(args) } }));
    const session = onlyOnce(async () => (await import('../../../tools/session/tool-session.ts')).createToolSession());
    const runFirst = isBare ? undefined : firstCalls(calls, session);
    const isUsual = !args.flag('http') && !sets && file === undefined;
    const early = isUsual ? await answerMeanwhile(context, isBare, runFirst) : null;
    await early?.greeted();
    const { runner, settings } = await calls();
    await early?.settled();
    const log = createLog('mcp', (line) => context.streams.err.write(line));
    const parts = { runner, version: context.version, log };
    const served = await read?.open(parts);
    const { scopeOf } = await import('../../../tools/registry.ts');
    const usual = scopeOf(sets ?? settings.mcpToolSets);
    const offered = isBare ? await withoutADesktop(usual, context) : null;
    try {
      const all = { ...parts, scope: served?.scope ?? offered?.scope ?? usual };
      return await (args.flag('http')
        ? http(context, all, allow, port ?? settings.mcpPort)
        : stdio(context, all, { ...early, session: await session() }));
    } finally {
      offered?.dispose();
      await served?.close();
    }
  },
};

/** No other command needs them for as long as it runs. */
function computers() {
  return import('../../configured/configured-computers.ts');
}

/** The usual tools are known before the server is loaded, which takes longer than some clients wait. */
async function answerMeanwhile(
  { engineEntry, variables }: Context,
  isBare: boolean,
  runFirst: EarlyCall | undefined,
): Promise<EarlyStreams | null> {
  if (await hasKeptSetting(variables, 'mcpToolSets')) return null;
  // As the build wrote it; there is none if the sources run.
  const text = await readFile(path.join(path.dirname(engineEntry), 'mcp-answers.json'), 'utf8').catch(() => null);
  if (text === null) return null;
  const { bare, ...usual } = JSON.parse(text) as KnownAnswers & { readonly bare?: Omit<KnownAnswers, 'versions'> };
  if (isBare && !bare) return null;
  return answerEarly({ ...usual, ...(isBare && bare) }, process.stdin, process.stdout, runFirst);
}

/** Runs the calls that need little, with that alone. */
function firstCalls(calls: () => Promise<AgentCalls>, session: () => Promise<ToolSession>): EarlyCall {
  return async (client, call) => {
    const [{ runner }, { callTool }, { shortName }, { firstTools }] = await Promise.all([
      calls(),
      import('../../../mcp/protocol/call-tool.ts'),
      import('../../../mcp/protocol/tool-host.ts'),
      import('../../../tools/core/first.ts'),
    ]);
    const scope = { shown: firstTools, callable: firstTools };
    return callTool({ runner, scope }, { name: shortName(client), session: await session() }, call);
  };
}

async function withoutADesktop(scope: ToolScope, { hasNoDesktop }: Context) {
  const { onceThereIsADesktop } = await import('../../../mcp/protocol/with-desktop.ts');
  return onceThereIsADesktop(scope, hasNoDesktop);
}

async function stdio(
  context: Context,
  parts: ServerParts,
  client: Partial<EarlyStreams> & { readonly session: ToolSession },
): Promise<Outcome> {
  const { serveStdio } = await import('../../../mcp/transports/stdio.ts');
  const server = serveStdio(parts, client);
  await Promise.race([server.closed, interrupted(context)]);
  // First of all: releases held keys and buttons.
  parts.runner.haltAll();
  await server.close();
  return done;
}

async function http(context: Context, parts: ServerParts, allow: Allowance, wanted: number): Promise<Outcome> {
  const token = context.variables['DESKSCOPE_TOKEN'] ?? randomBytes(32).toString('base64url');
  const readToken = context.variables['DESKSCOPE_READ_TOKEN'] ?? randomBytes(32).toString('base64url');
  const { serveHttp } = await import('../../../mcp/transports/http.ts');
  const serving = await serveHttp({ ...parts, port: wanted, token, readToken });
  const { url, port } = serving;
  if (context.json) context.streams.out.write(`${JSON.stringify({ ok: true, url, port, token, readToken, allow })}\n`);
  context.streams.err.write(
    `URL    ${url}\nToken  ${token}\nTo look only: ${readToken}\nAgents may ${describeAllowance(allow)}. Ctrl+C ends.\n`,
  );
  await interrupted(context);
  parts.runner.haltAll();
  await serving.close();
  return done;
}

function describeAllowance(allow: Allowance): string {
  return allow === 'observe' ? 'only look; `--allow act` lets them act' : 'act';
}

async function interrupted({ signal }: Context): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
