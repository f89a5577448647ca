import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { agents } from './clients.mjs';
import { runAgent } from './run-agent.mjs';
import { writeSettings } from './running-app.mjs';
import { startScriptedModel } from './scripted-model.mjs';

/** @typedef {import('./clients.mjs').Agent} Agent */
/** @typedef {{ agent: Agent, ok: boolean, output: string, calls: readonly import('./scripted-model.mjs').Call[] }} Done */

const task = 'Open a desktop of your own, and show a number on its calculator.';
/** What each agent types there. */
const numbers = { codex: '78', 'claude-code': '96' };

/**
 * Two agents at once, each on a desktop that it opens itself, beside a person whose pointer and focus must stay.
 * @param {string} modules
 * @param {{ env: NodeJS.ProcessEnv }} person's desktop
 * @returns {Promise<{ done: readonly Done[], stays: boolean }>}
 */
export async function onOwnDesktops(modules, person) {
  const before = await handOf(person);
  const done = await Promise.all(
    Object.entries(numbers).map(([id, number]) => {
      const agent = agents.find((each) => each.id === id);
      if (!agent) throw new Error(`There is no agent ${id}.`);
      return work(agent, modules, number);
    }),
  );
  return { done, stays: (await handOf(person)) === before };
}

/** Its pointer and focused window. @param {{ env: NodeJS.ProcessEnv }} desktop */
async function handOf({ env }) {
  const [pointer, focus] = await Promise.all(
    ['getmouselocation', 'getwindowfocus'].map((what) => run('xdotool', [what], { env })),
  );
  return `${pointer?.output}${focus?.output}`;
}

/**
 * @param {Agent} agent
 * @param {string} modules
 * @param {string} number
 * @returns {Promise<Done>}
 */
async function work(agent, modules, number) {
  const home = mkdtempSync(join(tmpdir(), 'deskscope-agent-'));
  const profile = join(home, '.config', 'deskscope');
  mkdirSync(profile, { recursive: true });
  writeSettings(join(profile, 'settings.json'), { mcpToolSets: ['core', 'desktops'] });
  const model = await startScriptedModel(showNumber(number), agent.dialect, {
    onlyWithTools: agent.asksBeside ?? false,
    searchWords: 'open a desktop of my own, start an app there, click, find, close the desktop',
  });
  try {
    const connect = ['--stdio', '--allow', 'act'];
    const { code, output } = await runAgent(agent, task, { modules, model: model.url, connect, home });
    return { agent, ok: code === 0 && output.includes(shows(number)), output, calls: model.calls };
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** @param {string} number */
const shows = (number) => `The calculator shows ${number}.`;

/**
 * @param {string} number
 * @returns {import('./scripted-model.mjs').Script}
 */
function* showNumber(number) {
  const { answer } = yield { name: 'open_desktop', args: {} };
  // Some agents pass the structured answer on, and Codex in a text of JSON.
  const [, id = 'none'] = /(?:Desktop |"id\\?": ?\\?")([0-9a-f]{6})/.exec(answer) ?? [];
  const there = { window: 'galculator', desktop_id: id };
  yield { name: 'launch_app', args: { command: 'galculator', desktop_id: id } };
  for (const digit of number) yield { name: 'click_element', args: { ...there, name: digit } };
  const display = yield { name: 'find_element', args: { ...there, control_type: 'Edit' } };
  yield { name: 'close_desktop', args: { desktop_id: id } };
  return shows(/= “(\d+)”/.exec(display.answer)?.[1] ?? 'nothing');
}
