import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { endChild, startChild } from './lib/children.mjs';
import { ensureJudge } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { results } from './lib/parts.mjs';
import { run } from './lib/run.mjs';
import { startScriptedModel } from './lib/scripted-model.mjs';
import { serveHttp, token } from './lib/serve-http.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, say } from './lib/tell.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** @typedef {import('./lib/scripted-model.mjs').Script} Script */
/** @typedef {import('./lib/scripted-model.mjs').Call} Call */

const task = 'What is 7 times 6? Use the calculator that is on the desktop.';

/** A real agent works a real calculator through our server; only its language model is a script. */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples']);
  await ensureBuilt();
  const codex = join(await ensureJudge('agent'), '@openai', 'codex', 'bin', 'codex.js');
  const desktop = await startVirtualDesktop();
  startChild('galculator', [], { env: desktop.env });
  const server = await serveHttp(desktop.env);
  const model = await startScriptedModel(multiply(), 'mcp__desk');
  const { code, output } = await runCodex(codex, { model: model.url, server: server.url });
  model.close();
  await endChild(server.child);
  await desktop.close();
  const log = describe(model, output);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, 'agent-run.md'), log);
  const ok = code === 0 && output.includes('The calculator shows 42.');
  say(ok ? `The agent read 42 after ${model.calls.length} calls.` : `The agent did not read 42:\n${log}\n${output}`);
  say('Written: test-results/agent-run.md');
  return ok ? 0 : 1;
});

/**
 * What a model would think of.
 * @returns {Script}
 */
function* multiply() {
  const windows = found(yield { name: 'get_desktop_app_info', args: {} });
  const calculator = windows.find(({ name }) => name === 'galculator');
  if (!calculator) return 'There is no calculator.';
  yield { name: 'select_application_window', args: { id: calculator.id, name: calculator.name } };
  const controls = found(yield { name: 'get_app_window_controls_target_info', args: {} });
  for (const name of ['7', '*', '6', '=']) {
    const button = controls.find((control) => control.type === 'Button' && control.name === name);
    if (!button) return `There is no button ${name}.`;
    yield { name: 'click_input', args: { id: button.id, name } };
  }
  const display = controls.find(({ type }) => type === 'Edit');
  const texts = yield { name: 'texts', args: { id: display?.id ?? '', name: display?.name ?? '' } };
  return `The calculator shows ${/\d+/.exec(texts.slice(texts.indexOf('{')))?.[0] ?? 'nothing'}.`;
}

/**
 * The list in an answer; before it stands what the agent adds of its own.
 * @param {string} answer
 * @returns {{ id: string, name: string, type: string }[]}
 */
function found(answer) {
  /** @type {unknown} */
  const read = JSON.parse(answer.slice(answer.indexOf('{')));
  return /** @type {{ result?: { id: string, name: string, type: string }[] }} */ (read).result ?? [];
}

/**
 * With a home of its own, and nothing of ours in its environment.
 * @param {string} codex
 * @param {{ model: string, server: string }} urls
 */
async function runCodex(codex, urls) {
  const home = mkdtempSync(join(tmpdir(), 'deskscope-agent-'));
  mkdirSync(join(home, '.codex'));
  writeFileSync(join(home, '.codex', 'config.toml'), config(urls));
  const args = [codex, 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task];
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  const done = await run(process.execPath, args, { env, cwd: home, timeoutMs: 120_000 });
  rmSync(home, { recursive: true, force: true });
  return done;
}

/** @param {{ model: string, server: string }} urls */
function config({ model, server }) {
  return `model = "scripted"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "${model}"
wire_api = "responses"

[mcp_servers.desk]
url = "${server}"
[mcp_servers.desk.http_headers]
Authorization = "Bearer ${token}"
`;
}

/**
 * @param {{ calls: Call[], offered: string[] }} model
 * @param {string} output of the agent
 */
function describe({ calls, offered }, output) {
  const turns = calls.map(({ name, args, answer = '' }, i) => {
    return `${i + 1}. \`${name} ${JSON.stringify(args)}\`\n\n   \`\`\`\n${indent(cut(answer))}\n   \`\`\`\n`;
  });
  const version = /Codex v\S+/.exec(output)?.[0] ?? 'Codex';
  const said = output.split('\n').filter((line) => /^(mcp:|codex$|The calculator)/.test(line));
  return [
    '# A real agent at work\n',
    `${version}, with a scripted model instead of a language model (\`npm run test:agent\`), on a virtual desktop with ` +
      `galculator. It was told: “${task}” It was shown ${offered.length} tools.\n`,
    '## What the model called, and what the agent gave it\n',
    ...turns,
    '## What the agent printed\n',
    `\`\`\`\n${said.join('\n')}\n\`\`\`\n`,
  ].join('\n');
}

/** @param {string} text */
function cut(text) {
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^/gm, '   ');
}
