import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { answer, change, nothingSeen, task, useCalculator } from './lib/agents/calculator-task.mjs';
import { agents } from './lib/agents/clients.mjs';
import { describe } from './lib/agents/describe.mjs';
import { inOwnProcesses } from './lib/agents/own-processes.mjs';
import { onOwnDesktops } from './lib/agents/own-desktops.mjs';
import { runAgent, versionOf } from './lib/agents/run-agent.mjs';
import { startApp, writeSettings } from './lib/agents/running-app.mjs';
import { startScriptedModel } from './lib/agents/scripted-model.mjs';
import { searchByWishes, searching, unfulfilled } from './lib/agents/wishes.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { endChild, startChild } from './lib/children.mjs';
import { ensureJudge } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { results } from './lib/parts.mjs';
import { root } from './lib/paths.mjs';
import { readJson } from './lib/read-json.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** @typedef {import('./lib/agents/clients.mjs').Agent} Agent */
/** @typedef {import('./lib/agents/describe.mjs').Done} Done */
/** @typedef {import('./lib/agents/describe.mjs').Searched} Searched */

/** How often an agent is started while all processors are busy. */
const busyStarts = 20;

/**
 * Real agents use a real calculator through our server; only their language model is scripted. Each reaches the app over HTTP, whose
 * permission question is answered late, and starts a server itself, from an environment without a display. Two work at once on
 * desktops that they open. Agents with a tool search search for wishes. Arguments choose agents and parts: `codex`, `http`, `stdio`,
 * `desktops`, `wishes`, and `busy`, which runs only on request: starts of one agent while all processors are busy.
 */
await runScript(() =>
  inOwnProcesses(async () => {
    await ensurePackages();
    await ensureSystemPackages(['electron', 'display', 'samples']);
    await ensureBuilt();
    const modules = await ensureJudge('agent');
    const parts = chosen(['http', 'stdio', 'desktops', 'wishes'], String, ['busy']);
    const desktop = await startVirtualDesktop();
    startChild('galculator', [], { env: desktop.env });
    if (parts.includes('busy')) return startsWhileBusy(modules, desktop);
    const app = await startApp(desktop.env);
    /** @type {Done[]} */
    const done = [];
    for (const agent of chosen(agents, ({ id }) => id)) {
      for (const way of parts.filter((part) => part === 'http' || part === 'stdio')) {
        const one = way === 'http' ? await overHttp(agent, modules, app) : await overStdio(agent, modules);
        done.push(one);
        print(summary(one));
      }
    }
    await app.close();
    const own = parts.includes('desktops') ? await onOwnDesktops(modules, desktop) : { done: [], stays: true };
    for (const { agent, ok, output } of own.done)
      print(`${agent.name} on a desktop of its own: ${ok ? 'passed' : `FAILED\n${output.slice(-1_000)}`}.`);
    if (!own.stays) print('FAILED: the pointer or focus of the user moved.');
    /** @type {Searched[]} */
    const searched = [];
    for (const agent of parts.includes('wishes') ? chosen(searching, ({ id }) => id) : []) {
      const found = await searchByWishes(agent, modules);
      searched.push({ agent, version: versionOf(agent, modules), found });
      const missing = unfulfilled((wish) => found.get(wish) ?? []);
      print(
        `${agent.name} searches: ${missing.length === 0 ? 'passed' : `FAILED: nothing for ${missing.join(', ')}`}.`,
      );
    }
    await desktop.close();
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, 'agent-run.md'), describe(done, searched));
    print('Written: test-results/agent-run.md');
    const isFound = searched.every(({ found }) => unfulfilled((wish) => found.get(wish) ?? []).length === 0);
    return [...done, ...own.done].every(({ ok }) => ok) && own.stays && isFound ? 0 : 1;
  }),
);

/**
 * @template T
 * @param {readonly T[]} all
 * @param {(one: T) => string} nameOf
 * @param {readonly T[]} [more] only if they are named
 */
function chosen(all, nameOf, more = []) {
  const named = [...all, ...more].filter((one) => process.argv.slice(2).includes(nameOf(one)));
  return named.length > 0 ? named : all;
}

/**
 * Codex continues without a late server, so a slow start of ours would show as a model without our tools.
 * @param {string} modules
 * @param {Awaited<ReturnType<typeof startVirtualDesktop>>} desktop
 */
async function startsWhileBusy(modules, desktop) {
  const codex = agents.filter(({ id }) => id === 'codex');
  const loads = cpus().map(() => startChild(process.execPath, ['-e', 'for (;;) {}']));
  let had = 0;
  for (const agent of codex) {
    for (let i = 0; i < busyStarts; i++) {
      const model = await startScriptedModel(listWindows(), agent.dialect);
      const { output } = await runAgent(agent, task, { modules, model: model.url, connect: ['--stdio'] });
      model.close();
      const is = model.calls.some(({ answer: got = '' }) => got.includes('galculator'));
      if (is) had++;
      print(`Start ${i + 1} of ${agent.name}: ${is ? 'has our tools' : `WITHOUT our tools\n${output.slice(-1_000)}`}.`);
    }
  }
  for (const load of loads) await endChild(load);
  await desktop.close();
  print(`${had} of ${busyStarts} starts had our tools, beside ${loads.length} busy loops.`);
  return had === busyStarts ? 0 : 1;
}

/** @returns {import('./lib/agents/scripted-model.mjs').Script} */
function* listWindows() {
  yield { name: 'list_windows', args: {} };
  return answer;
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
  // If an agent keeps names unchanged, its own tools cannot be told from ours by name.
  const offered = model.offered.filter(({ name }) => own.has(name));
  const { newTools: _, ...needed } = seen;
  const ok = code === 0 && output.includes(answer) && Object.values(needed).every(Boolean);
  const version = versionOf(agent, modules);
  return {
    agent,
    way,
    version,
    calls,
    offered: offered.map(({ name }) => name),
    tokens: tokensOf(offered, modules),
    seen,
    ok,
    late: null,
    output,
  };
}

/** Names of the core tools, as written by the build. */
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
  const result = `${agent.name} ${version} over ${way}: ${ok ? 'passed' : 'FAILED'} after ${calls.length} calls${without}.`;
  return ok ? result : `${result}\n${JSON.stringify(calls, null, 1)}\n${output.slice(-3_000)}`;
}

/**
 * Tokens of our tools in the agent's requests, by OpenAI's o200k tokenizer: the others' are not public, and similar.
 * @param {object[]} offered
 * @param {string} modules
 */
function tokensOf(offered, modules) {
  /** @type {unknown} */
  const loaded = createRequire(import.meta.url)(join(modules, 'gpt-tokenizer', 'cjs', 'encoding', 'o200k_base.js'));
  const tokenizer = /** @type {{ countTokens: (text: string) => number }} */ (loaded);
  return tokenizer.countTokens(JSON.stringify(offered));
}
