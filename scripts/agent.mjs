import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { agents, runAgent } from './lib/agents.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { endChild, startChild } from './lib/children.mjs';
import { ensureJudge } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { results } from './lib/parts.mjs';
import { readJson } from './lib/read-json.mjs';
import { startScriptedModel } from './lib/scripted-model.mjs';
import { serveHttp } from './lib/serve-http.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, say } from './lib/tell.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** @typedef {import('./lib/scripted-model.mjs').Script} Script */
/** @typedef {import('./lib/scripted-model.mjs').Call} Call */
/** @typedef {import('./lib/agents.mjs').Agent} Agent */
/** @typedef {{ agent: Agent, version: string, calls: Call[], tools: number, tokens: number, ok: boolean, output: string }} Done */

const task = 'What is 7 times 6? Use the calculator that is on the desktop.';
const answer = 'The calculator shows 42.';

/** Real agents work a real calculator through our server; only their language model is a script. Arguments choose some. */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples']);
  await ensureBuilt();
  const modules = await ensureJudge('agent');
  const desktop = await startVirtualDesktop();
  startChild('galculator', [], { env: desktop.env });
  const server = await serveHttp(desktop.env);
  const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
  const chosen = agents.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word)),
  );
  /** @type {Done[]} */
  const done = [];
  for (const agent of chosen) done.push(await work(agent, modules, server.url));
  await endChild(server.child);
  await desktop.close();
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'agent-run.md'), describe(done));
  for (const { agent, ok, calls, tokens, output } of done) {
    const how = `after ${calls.length} calls; the tools were ${tokens} tokens`;
    say(
      ok
        ? `${agent.name} read 42 ${how}.`
        : `${agent.name} did not read 42 ${how}:\n${JSON.stringify(calls, null, 1)}\n${output}`,
    );
  }
  say('Written: test-results/agent-run.md');
  return done.every(({ ok }) => ok) ? 0 : 1;
});

/**
 * @param {Agent} agent
 * @param {string} modules
 * @param {string} server
 * @returns {Promise<Done>}
 */
async function work(agent, modules, server) {
  const model = await startScriptedModel(multiply(), agent.dialect, { onlyWithTools: agent.asksBeside ?? false });
  const { code, output } = await runAgent(agent, modules, task, { model: model.url, server });
  model.close();
  const { calls, offered } = model;
  const ok = code === 0 && output.includes(answer);
  return {
    agent,
    version: versionOf(agent, modules),
    calls,
    tools: offered.length,
    tokens: tokensOf(offered, modules),
    ok,
    output,
  };
}

/**
 * What a model would think of.
 * @returns {Script}
 */
function* multiply() {
  const windows = yield { name: 'list_windows', args: {} };
  if (!windows.includes('galculator')) return 'There is no calculator.';
  yield { name: 'focus_window', args: { window: 'galculator' } };
  const elements = yield { name: 'snapshot', args: { window: 'galculator' } };
  for (const name of ['AC', '7', '*', '6', '=']) {
    const [, ref] = new RegExp(`\\[(e\\d+)\\] Button “${name.replace('*', '\\*')}”`).exec(elements) ?? [];
    if (!ref) return `There is no button ${name}.`;
    yield { name: 'click_element', args: { element: ref } };
  }
  const display = yield { name: 'find_element', args: { window: 'galculator', control_type: 'Edit' } };
  return `The calculator shows ${/= “(\d+)”/.exec(display)?.[1] ?? 'nothing'}.`;
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

/**
 * @param {Agent} agent
 * @param {string} modules
 */
function versionOf({ program }, modules) {
  const [scope = '', name = ''] = program.split('/');
  const read = readJson(join(modules, scope, name, 'package.json'));
  return /** @type {{ version: string }} */ (read).version;
}

/**
 * One whole transcript; of an agent that made the same calls only how it frames an answer.
 * @param {readonly Done[]} done
 */
function describe(done) {
  const [first] = done;
  return [
    '# Agent test run\n',
    `Real agents with a scripted model (\`npm run test:agent\`) on a virtual desktop with galculator. Task: “${task}” ` +
      `Tokens are our tools as each agent sends them to its model, counted by o200k.\n`,
    '| Agent | Tools | Tokens | Calls | Result |\n| --- | --- | --- | --- | --- |',
    ...done.map(({ agent, version, tools, tokens, calls, ok }) => {
      return `| ${agent.name} ${version} | ${tools} | ${tokens.toLocaleString('en')} | ${calls.length} | ${ok ? answer : 'something else'} |`;
    }),
    ...done.flatMap(({ agent, calls }) => {
      const known = agent !== first?.agent && callsOf(calls) === callsOf(first?.calls ?? []);
      const shown = known ? calls.slice(0, 1).map(turn) : calls.map(turn);
      return [
        `\n## ${agent.name}\n`,
        ...(known ? ['The same calls. An answer as its model receives it:\n'] : []),
        ...shown,
      ];
    }),
  ].join('\n');
}

/** @param {readonly Call[]} calls */
function callsOf(calls) {
  return JSON.stringify(calls.map(({ name, args }) => [name, args]));
}

/**
 * @param {Call} call
 * @param {number} i
 */
function turn({ name, args, answer: got = '' }, i) {
  return `${i + 1}. \`${name} ${JSON.stringify(args)}\`\n\n   \`\`\`\n${indent(cut(got))}\n   \`\`\`\n`;
}

/** @param {string} text */
function cut(text) {
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '   ');
}
