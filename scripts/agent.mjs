import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, change, nothingSeen, task, useCalculator } from './lib/agents/calculator-task.mjs';
import { agents } from './lib/agents/clients.mjs';
import { describe } from './lib/agents/describe.mjs';
import { inOwnProcesses } from './lib/agents/own-processes.mjs';
import { runAgent, versionOf } from './lib/agents/run-agent.mjs';
import { startApp, writeSettings } from './lib/agents/running-app.mjs';
import { startScriptedModel } from './lib/agents/scripted-model.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { startChild } from './lib/children.mjs';
import { ensureJudge } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { results } from './lib/parts.mjs';
import { root } from './lib/paths.mjs';
import { readJson } from './lib/read-json.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, say } from './lib/tell.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** @typedef {import('./lib/agents/clients.mjs').Agent} Agent */
/** @typedef {import('./lib/agents/describe.mjs').Done} Done */

/**
 * Real agents work a real calculator through our server; only their language model is a script. Each reaches the app over HTTP,
 * which asks and is answered late, and starts a server itself, from an environment without a display. Arguments choose agents
 * and ways: `codex`, `http`.
 */
await runScript(() =>
  inOwnProcesses(async () => {
    await ensurePackages();
    await ensureSystemPackages(['electron', 'display', 'samples']);
    await ensureBuilt();
    const modules = await ensureJudge('agent');
    const desktop = await startVirtualDesktop();
    startChild('galculator', [], { env: desktop.env });
    const app = await startApp(desktop.env);
    /** @type {Done[]} */
    const done = [];
    for (const agent of chosen(agents, ({ id }) => id)) {
      for (const way of chosen(['http', 'stdio'], String)) {
        const one = way === 'http' ? await overHttp(agent, modules, app) : await overStdio(agent, modules);
        done.push(one);
        say(summary(one));
      }
    }
    await app.close();
    await desktop.close();
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'agent-run.md'), describe(done));
    say('Written: test-results/agent-run.md');
    return done.every(({ ok }) => ok) ? 0 : 1;
  }),
);

/**
 * @template T
 * @param {readonly T[]} all
 * @param {(one: T) => string} nameOf
 */
function chosen(all, nameOf) {
  const named = all.filter((one) => process.argv.slice(2).includes(nameOf(one)));
  return named.length > 0 ? named : all;
}

/**
 * @param {Agent} agent
 * @param {string} modules
 * @param {Awaited<ReturnType<typeof startApp>>} app
 * @returns {Promise<Done>}
 */
async function overHttp(agent, modules, app) {
  writeSettings(app.settings, {});
  const over = new AbortController();
  const answered = app.answerLate(over.signal);
  const done = await work(agent, modules, {
    way: 'HTTP',
    connect: ['--profile', app.profile],
    changeSettings: () => writeSettings(app.settings, change),
  });
  over.abort();
  const late = await answered.catch(() => false);
  return { ...done, ok: done.ok && late, late };
}

/**
 * @param {Agent} agent
 * @param {string} modules
 * @returns {Promise<Done>}
 */
async function overStdio(agent, modules) {
  const home = mkdtempSync(join(tmpdir(), 'deskscope-agent-'));
  const profile = join(home, '.config', 'deskscope');
  mkdirSync(profile, { recursive: true });
  try {
    return await work(agent, modules, {
      way: 'stdio',
      connect: ['--stdio', '--allow', 'act'],
      home,
      changeSettings: () => writeSettings(join(profile, 'settings.json'), change),
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * @param {Agent} agent
 * @param {string} modules
 * @param {{ way: string, connect: readonly string[], home?: string, changeSettings: () => void }} options
 * @returns {Promise<Done>}
 */
async function work(agent, modules, { way, changeSettings, ...options }) {
  const seen = nothingSeen();
  const script = useCalculator(seen, changeSettings);
  const model = await startScriptedModel(script, agent.dialect, { onlyWithTools: agent.asksBeside ?? false });
  const { code, output } = await runAgent(agent, task, { modules, model: model.url, ...options });
  model.close();
  const { calls } = model;
  const own = ownTools();
  // Where an agent leaves names as they are, its own tools cannot be told from ours by them.
  const offered = model.offered.filter(({ name }) => own.has(name));
  const { newTools: _, ...needed } = seen;
  const ok = code === 0 && output.includes(answer) && Object.values(needed).every(Boolean);
  const version = versionOf(agent, modules);
  return {
    agent,
    way,
    version,
    calls,
    offered: offered.length,
    tokens: tokensOf(offered, modules),
    seen,
    ok,
    late: null,
    output,
  };
}

/** The names of the core tools, as the build wrote them down. */
function ownTools() {
  const answers = readJson(join(root, 'out', 'main', 'mcp-answers.json'));
  const { tools } = /** @type {{ tools: { tools: { name: string }[] } }} */ (answers);
  return new Set(tools.tools.map(({ name }) => name));
}

/** @param {Done} done */
function summary({ agent, way, version, ok, late, seen, calls, output }) {
  const missing = [
    ...Object.entries(seen).flatMap(([what, is]) => (is ? [] : [what])),
    ...(late === false ? ['question'] : []),
  ];
  const without = missing.length > 0 ? `, without ${missing.join(', ')}` : '';
  const said = `${agent.name} ${version} over ${way}: ${ok ? 'passed' : 'FAILED'} after ${calls.length} calls${without}.`;
  return ok ? said : `${said}\n${JSON.stringify(calls, null, 1)}\n${output.slice(-3_000)}`;
}

/**
 * What the agent sends its model of our tools, by OpenAI's o200k tokenizer: the others' are not public, and near it.
 * @param {object[]} offered
 * @param {string} modules
 */
function tokensOf(offered, modules) {
  /** @type {unknown} */
  const loaded = createRequire(import.meta.url)(join(modules, 'gpt-tokenizer', 'cjs', 'encoding', 'o200k_base.js'));
  const tokenizer = /** @type {{ countTokens: (text: string) => number }} */ (loaded);
  return tokenizer.countTokens(JSON.stringify(offered));
}
