import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { agents } from './lib/agents/clients.mjs';
import { inOwnProcesses } from './lib/agents/own-processes.mjs';
import { pluginClients } from './lib/agents/plugin-clients.mjs';
import { filesThatName, writeFiles } from './lib/agents/run-agent.mjs';
import { startApp } from './lib/agents/running-app.mjs';
import { startScriptedModel } from './lib/agents/scripted-model.mjs';
import { ensureBuilt } from './lib/build.mjs';
import { endChild, startChild } from './lib/children.mjs';
import { ensureJudge, ensureNode } from './lib/judges.mjs';
import { ensurePackages } from './lib/packages.mjs';
import { root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { ensureSystemPackages } from './lib/system-packages.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { startVirtualDesktop } from './lib/virtual-desktop.mjs';

/** @typedef {import('./lib/agents/scripted-model.mjs').Script} Script */
/** @typedef {import('./lib/agents/plugin-clients.mjs').PluginClient} PluginClient */

const text = 'Seven times six is 42';
/**
 * Clients' own records: Claude Code's call statistics, and a copy of removed plugins, which it deletes later; Copilot CLI's note
 * that the plugin is disabled, and a list of its tools.
 */
const ownRecords = [
  '.claude.json',
  '.claude/telemetry',
  '.claude/plugins/cache',
  '.copilot/settings.json',
  '.cache/copilot',
];

/**
 * Installs the plugin from this checkout in real clients, by their own commands; two perform a task each (a calculator, an
 * editor, a
 * file dialog), recorded in the one and replayed by the other; then removes it and searches for leftovers.
 */
await runScript(() =>
  inOwnProcesses(async () => {
    await ensurePackages();
    await ensureSystemPackages(['electron', 'display', 'samples']);
    await ensureBuilt();
    const modules = await ensureJudge('agent');
    const desktop = await startVirtualDesktop();
    const home = mkdtempSync(join(tmpdir(), 'deskscope-plugin-'));
    const profile = join(home, '.config', 'deskscope');
    const app = await startApp(desktop.env, profile);
    const node = await ensureNode(22);
    const stage = { home, modules, node, app, env: desktop.env };
    /** @type {string[]} */
    const wrong = [];
    /** @param {string} what @param {boolean} ok @param {string} output */
    const check = (what, ok, output) => {
      print(`${ok ? 'ok    ' : 'FAILED'} ${what}`);
      if (!ok) wrong.push(`${what}:\n${output.slice(-4_000)}`);
    };
    for (const client of pluginClients) {
      for (const args of client.install(root)) {
        const { code, output } = await command(client, args, stage);
        check(`${client.id} ${args.slice(0, 3).join(' ')}`, code === 0, output);
      }
      const { output } = await command(client, client.list, stage);
      check(`${client.id} lists it`, output.includes('deskscope@deskscope'), output);
    }
    for (const client of pluginClients) {
      const used = await ask(client, 'What windows are open?', look(), stage);
      check(`${client.id} uses its tools`, used.agentText.includes('Deskscope sees the desktop.'), used.output);
    }
    const [one, other] = pluginClients;
    for (const [shown, runs] of [
      [one, other],
      [other, one],
    ]) {
      if (!shown || !runs) continue;
      const goal = `Note the product, as shown to ${shown.id}`;
      const file = join(home, `${shown.id}.txt`);
      const person = showTask(stage, file);
      const recorded = await ask(shown, goal, beShown(goal), stage);
      await person;
      const name = /skill: (\S+)/.exec(recorded.agentText)?.[1] ?? '';
      check(`${shown.id} is shown the task`, name !== '' && existsSync(file), recorded.output + recorded.agentText);
      rmSync(file, { force: true });
      const apps = await openApps(stage.env);
      const done = await ask(runs, `Run ${name}.`, runIt(name), stage);
      // The app writes after its button was pressed.
      for (let i = 0; i < 50 && !existsSync(file); i++) await pause(100);
      const written = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
      check(
        `${runs.id} runs what ${shown.id} was shown`,
        written === text,
        `${done.agentText}\n${done.output}\n${written}`,
      );
      for (const child of apps) await endChild(child);
    }
    for (const client of pluginClients) {
      for (const args of client.remove) {
        const { code, output } = await command(client, args, stage);
        check(`${client.id} ${args.slice(0, 3).join(' ')}`, code === 0, output);
      }
      const { output } = await command(client, client.list, stage);
      check(`${client.id} lists it no more`, !output.includes('deskscope@deskscope'), output);
    }
    const left = filesThatName(home, 'deskscope', [profile, ...ownRecords.map((place) => join(home, place))]);
    check('nothing is left in the settings of the clients', left.length === 0, left.join('\n'));
    await app.close();
    await desktop.close();
    rmSync(home, { recursive: true, force: true });
    for (const what of wrong) print(`\n${what}`);
    return wrong.length === 0 ? 0 : 1;
  }),
);

/** @typedef {{ home: string, modules: string, node: string, env: NodeJS.ProcessEnv, app: Awaited<ReturnType<typeof startApp>> }} Stage */

/**
 * @param {PluginClient} client
 * @param {readonly string[]} args
 * @param {Stage} stage
 * @param {Record<string, string>} [more] variables
 */
function command({ id }, args, { home, modules, node }, more = {}) {
  const agent = agents.find((one) => one.id === id);
  const env = { HOME: home, PATH: [dirname(node), '/usr/bin', '/bin'].join(delimiter), ...more };
  const program = join(modules, agent?.program ?? '');
  const [starts, ...before] = agent?.native ? [program] : [node, program];
  return run(starts, [...before, ...args], { env, cwd: home, timeoutMs: 180_000 });
}

/**
 * Gives a client a task, which its scripted model performs.
 * @param {PluginClient} client
 * @param {string} task
 * @param {Script} script
 * @param {Stage} stage
 */
async function ask(client, task, script, stage) {
  const agent = agents.find((one) => one.id === client.id);
  const words = 'skills that the user has shown, record what the user does, event stream, list windows';
  const model = await startScriptedModel(script, client.dialect, {
    onlyWithTools: agent?.asksBeside ?? false,
    searchWords: words,
  });
  for (const [place, content] of Object.entries(agent?.files(model.url, stage.home) ?? {})) {
    const file = join(stage.home, place);
    // Keeps what the client's own commands wrote.
    const isKept = typeof content === 'string' && existsSync(file);
    writeFiles(stage.home, { [place]: isKept ? withModel(file, content) : content });
  }
  const over = new AbortController();
  const answers = stage.app.answerAll(over.signal);
  const { output } = await command(client, client.args(task), stage, agent?.env?.(model.url));
  over.abort();
  await answers;
  model.close();
  return { agentText: output, output: JSON.stringify(model.calls, null, 1) };
}

/**
 * Codex keeps plugins and the model in one file.
 * @param {string} file
 * @param {string} config
 */
function withModel(file, config) {
  const kept = readFileSync(file, 'utf8').replace(/^model = [\s\S]*?wire_api = .*\n/m, '');
  return `${config}\n${kept}`;
}

/** @returns {Script} */
function* look() {
  const { answer } = yield { name: 'list_windows', args: {} };
  return /No window is open|^\d+\. 0x|\n\d+\. 0x/.test(answer) ? 'Deskscope sees the desktop.' : answer;
}

/**
 * @param {string} goal
 * @returns {Script}
 */
function* beShown(goal) {
  let { answer } = yield { name: 'event_stream_start', args: { goal } };
  for (let i = 0; i < 600 && !/"skill": ?[{"]/.test(answer); i++) {
    ({ answer } = yield { name: 'event_stream_status', args: {} });
  }
  return `skill: ${/run_skill replays|“([\w-]+)” now/.exec(answer)?.[1] ?? /"name": ?"([\w-]+)"/.exec(answer)?.[1] ?? answer}`;
}

/**
 * @param {string} name
 * @returns {Script}
 */
function* runIt(name) {
  const { answer: listed } = yield { name: 'list_skills', args: {} };
  if (!listed.includes(name)) return `There is no skill ${name}: ${listed}`;
  const { answer } = yield { name: 'run_skill', args: { name } };
  return answer;
}

/** @param {NodeJS.ProcessEnv} env */
async function openApps(env) {
  const apps = [startChild('galculator', [], { env }), startChild('mousepad', ['--disable-server'], { env })];
  for (const name of ['galculator', 'mousepad'])
    await run('xdotool', ['search', '--sync', '--onlyvisible', '--class', name], { env });
  return apps;
}

/**
 * The user's part: computes, writes the result, and saves it in the file dialog.
 * @param {Stage} stage
 * @param {string} file
 */
async function showTask({ env, app }, file) {
  const apps = await openApps(env);
  const xdotool = (/** @type {string[]} */ ...args) => run('xdotool', args, { env, timeoutMs: 30_000 });
  const bar = await app.recordBar();
  const clickIn = (/** @type {string} */ title, /** @type {number} */ y) =>
    // oxfmt-ignore
    xdotool(
      'search', '--onlyvisible', '--name', title, 'windowraise', 'mousemove', '--sync', '--window', '%1', '150', `${y}`,
      'click', '1', 'sleep', '1.5',
    );
  // Users check a step before they continue; the bar counts the steps.
  const steps = (/** @type {number} */ count) =>
    bar.getByText(String(count), { exact: true }).waitFor({ timeout: 20_000 });
  await clickIn('^galculator$', 60);
  await steps(1);
  await xdotool('type', '--delay', '120', '7*6=');
  await steps(2);
  await clickIn('Mousepad$', 200);
  await pause(2_000);
  await xdotool('type', '--delay', '60', text);
  await xdotool('key', 'ctrl+s');
  const dialog = ['search', '--sync', '--onlyvisible', '--name', '^Save As$'];
  await xdotool(...dialog);
  // Text typed into an unknown dialog may be a password, and is withheld.
  await pause(4_000);
  await xdotool('type', '--delay', '60', file);
  await pause(2_000);
  const { output: place } = await xdotool(...dialog, 'getwindowgeometry', '--shell');
  const [width = 0, height = 0] = ['WIDTH', 'HEIGHT'].map((side) =>
    Number(new RegExp(`${side}=(\\d+)`).exec(place)?.[1]),
  );
  // Save is the last button. Enter would accept a completion of GTK's instead, if one is shown by then.
  const save = ['mousemove', '--sync', '--window', '%1', `${width - 50}`, `${height - 26}`];
  await xdotool(...dialog, ...save);
  await pause(1_000);
  await xdotool('click', '1');
  for (let i = 0; i < 100 && !existsSync(file); i++) await pause(100);
  await pause(3_000);
  await bar.getByRole('button', { name: 'Hand over' }).click();
  for (const child of apps) await endChild(child);
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
