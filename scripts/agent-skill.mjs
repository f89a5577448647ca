import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { endChild, startChild } from './lib/children.mjs';
import { ensureJudge } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { run } from './lib/run.mjs';
import { responses } from './lib/agents/dialects.mjs';
import { startScriptedModel } from './lib/agents/scripted-model.mjs';
import { deskscope } from './lib/serve-http.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** @typedef {import('./lib/agents/scripted-model.mjs').Script} Script */

const skill = 'multiply-on-the-calculator';

/** A real agent finds an exported skill, reads it and runs it on a real calculator; only its language model is scripted. */
await runScript(async () => {
  await ensurePackages();
  await ensureSystemPackages(['electron', 'display', 'samples']);
  await ensureBuilt();
  const codex = join(await ensureJudge('agent'), '@openai', 'codex', 'bin', 'codex.js');
  const desktop = await startVirtualDesktop();
  const home = mkdtempSync(join(tmpdir(), 'deskscope-skill-'));
  const calculator = startChild('galculator', [], { env: desktop.env });
  const env = { ...desktop.env, XDG_CONFIG_HOME: join(home, 'config') };
  const cli = (/** @type {string[]} */ ...args) =>
    run(process.execPath, [deskscope, ...args], { env, timeoutMs: 60_000 });
  try {
    await exportSkill(home, cli);
    const model = await startScriptedModel(useSkill(home), responses(''));
    const { code, output } = await runCodex(codex, { home, env, model: model.url });
    model.close();
    const display = await cli('find', 'galculator', '--selector', 'role=Edit', '--json');
    const listed = model.asked.includes(skill) && model.asked.includes(`${skill}/SKILL.md`);
    const shows42 = /"value": ?"42"/.test(display.output);
    const version = /Codex v\S+/.exec(output)?.[0] ?? 'Codex';
    const ok = code === 0 && listed && shows42;
    print(
      `${version} ${listed ? 'listed' : 'did not list'} the skill. The calculator ${shows42 ? 'shows' : 'does not show'} 42.`,
    );
    if (!ok) print(`${JSON.stringify(model.calls, null, 2)}\n${output}`);
    return ok ? 0 : 1;
  } finally {
    await endChild(calculator);
    await desktop.close();
    rmSync(home, { recursive: true, force: true });
  }
});

/**
 * What a model would do when told to use the skill.
 * @param {string} home
 * @returns {Script}
 */
function* useSkill(home) {
  const folder = join(home, '.agents', 'skills', skill);
  const { answer: read } = yield { name: 'exec_command', args: { cmd: `cat ${join(folder, 'SKILL.md')}` } };
  const command = /^deskscope replay .*$/m.exec(read)?.[0];
  if (!command) return 'The skill names no command.';
  const { answer } = yield { name: 'exec_command', args: { cmd: command, workdir: folder, yield_time_ms: 30_000 } };
  return answer.includes('"ok":true') ? 'The skill did all of its steps.' : 'The skill stopped.';
}

/**
 * @param {string} home
 * @param {(...args: string[]) => Promise<{ code: number | null, output: string }>} cli
 */
async function exportSkill(home, cli) {
  const calls = ['7', '*', '6', '='].map((name) => ({
    tool_name: 'click_input',
    parameters: { selector: `role=Button name="${name}"`, window: { app: 'galculator' } },
  }));
  const [written, recording] = [join(home, 'calls.json'), join(home, 'recording.json')];
  writeFileSync(written, JSON.stringify(calls));
  const skills = join(home, '.agents', 'skills');
  mkdirSync(skills, { recursive: true });
  for (const args of [
    ['import', written, '-o', recording],
    ['export', recording, '--to', 'skill', '-o', join(skills, skill)],
  ]) {
    const { code, output } = await cli(...args);
    if (code !== 0) throw new Error(output);
  }
}

/**
 * Uses its own home, in which the command line is found.
 * @param {string} codex
 * @param {{ home: string, env: NodeJS.ProcessEnv, model: string }} where
 */
function runCodex(codex, { home, env, model }) {
  const bin = join(home, 'bin');
  for (const folder of [bin, join(home, '.codex')]) mkdirSync(folder);
  const wrapper = join(bin, 'deskscope');
  writeFileSync(wrapper, `#!/bin/sh\nexec "${process.execPath}" "${deskscope}" "$@"\n`);
  chmodSync(wrapper, 0o755);
  // Codex runs commands in a login shell, which resets the path.
  writeFileSync(join(home, '.profile'), `PATH="${bin}:$PATH"\n`);
  writeFileSync(join(home, '.codex', 'config.toml'), config(model));
  const task = `Use the skill $${skill}.`;
  const args = [codex, 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', task];
  const own = { ...env, HOME: home, PATH: '/usr/bin:/bin' };
  return run(process.execPath, args, { env: own, cwd: home, timeoutMs: 120_000 });
}

/** @param {string} model */
function config(model) {
  return `model = "scripted"
model_provider = "scripted"

[model_providers.scripted]
name = "Scripted"
base_url = "${model}/v1"
wire_api = "responses"
`;
}
