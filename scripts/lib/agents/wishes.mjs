import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deskscope } from '../serve-http.mjs';
import { agents } from './clients.mjs';
import { runAgent } from './run-agent.mjs';
import { startScriptedModel } from './scripted-model.mjs';

/** @typedef {import('./clients.mjs').Agent} Agent */
/** @typedef {import('./scripted-model.mjs').Script} Script */
/** An agent's search results for each wish, best first. @typedef {ReadonlyMap<string, readonly string[]>} Found */

/** Users' wishes, and the tools that fulfil them or come first. @type {readonly (readonly [string, readonly string[]])[]} */
export const wishes = [
  ['take a picture of the screen', ['screenshot']],
  ['use my calculator', ['launch_app', 'list_windows']],
  ['what windows are open', ['list_windows']],
  ['fill in this form', ['type_text', 'set_value']],
  ['click the OK button', ['click_element']],
  ['type my name into the field', ['type_text']],
  ['record what I do', ['event_stream_start']],
  ['scroll down in that list', ['scroll']],
  ['which app is in front', ['list_windows', 'focus_window']],
  ['open the text editor', ['launch_app']],
];

/** The wishes that none of these tools fulfils. @param {(wish: string) => readonly string[]} toolsFor */
export function unfulfilled(toolsFor) {
  return wishes.flatMap(([wish, right]) => (right.some((name) => toolsFor(wish).includes(name)) ? [] : [wish]));
}

/** Agents that search their tools, at least in some configuration. */
export const searching = agents.filter(({ id, byHand }) => id === 'codex' || byHand);

/**
 * Searches for the words of each wish, with the agent's own search. If `deskscope connect` and the server make the agent
 * show all tools at once, it is configured without that.
 * @param {Agent} agent
 * @param {string} modules
 * @returns {Promise<Found>}
 */
export async function searchByWishes(agent, modules) {
  /** @type {Map<string, readonly string[]>} */
  const found = new Map();
  const model = await startScriptedModel(search(agent, found), agent.dialect, {
    onlyWithTools: agent.asksBeside ?? false,
  });
  const home = mkdtempSync(join(tmpdir(), 'deskscope-agent-'));
  const server = [join(import.meta.dirname, 'unmarked-server.mjs'), deskscope, 'mcp', '--stdio'];
  try {
    await runAgent(agent, 'Search.', {
      modules,
      model: model.url,
      home,
      connect: agent.byHand ? null : ['--stdio'],
      files: agent.byHand?.({ command: process.execPath, args: server }) ?? {},
    });
  } finally {
    model.close();
    rmSync(home, { recursive: true, force: true });
  }
  return found;
}

/**
 * @param {Agent} agent
 * @param {Map<string, readonly string[]>} found
 * @returns {Script}
 */
function* search({ dialect }, found) {
  for (const [wish] of wishes) {
    // A real model is slow; this one begins before the agent has its servers.
    for (let i = 0; i < 30 && !found.get(wish)?.length; i++) {
      const call = /** @type {{ name: string, args: object }} */ (dialect.search?.(wish));
      const { searched } = yield { ...call, isSearch: true };
      found.set(wish, searched);
    }
  }
  return 'Searched.';
}
