import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureNode } from '../judges.mjs';
import { readJson } from '../read-json.mjs';
import { run } from '../run.mjs';
import { deskscope } from '../serve-http.mjs';
import { CannotGoOn } from '../run-script.mjs';

/** @typedef {import('./clients.mjs').Agent} Agent */

/**
 * Gives an agent a task in a home of its own. What it gets of the environment is what its own starter would have: no display, no bus.
 * @param {Agent} agent
 * @param {string} task
 * @param {{ modules: string, model: string, connect: readonly string[] | null, home?: string, files?: Record<string, object> }} options
 *   `connect`: arguments of `deskscope connect`, null where that is not used; `files` replace the agent's own; `home` is kept, one made
 *   here is removed
 * @returns {Promise<{ code: number, output: string }>} what it printed
 */
export async function runAgent(agent, task, { modules, model, connect, home: given, files = {} }) {
  const home = given ?? mkdtempSync(join(tmpdir(), 'deskscope-agent-'));
  try {
    writeFiles(home, { ...agent.files(model, home), ...files });
    const node = await ensureNode(22);
    const own = { HOME: home, PATH: [dirname(node), '/usr/bin', '/bin'].join(delimiter) };
    const connected =
      connect && (await run(process.execPath, [deskscope, 'connect', agent.id, '--write', ...connect], { env: own }));
    if (connected && connected.code !== 0)
      throw new CannotGoOn(`${agent.name} could not be connected:\n${connected.output}`);
    const program = join(modules, agent.program);
    const [command, ...args] = agent.native ? [program] : [node, program];
    const env = { ...own, ...agent.env?.(model) };
    return await run(command, [...args, ...agent.args(task, home)], { env, cwd: home, timeoutMs: 240_000 });
  } finally {
    if (given === undefined) rmSync(home, { recursive: true, force: true });
  }
}

/**
 * @param {string} home
 * @param {Record<string, string | object>} files
 */
export function writeFiles(home, files) {
  for (const [place, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, place)), { recursive: true });
    writeFileSync(join(home, place), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

/**
 * @param {Agent} agent
 * @param {string} modules
 */
export function versionOf(agent, modules) {
  const read = readJson(join(modules, ...agent.package.split('/'), 'package.json'));
  return /** @type {{ version: string }} */ (read).version;
}

/**
 * Settings of clients that speak of something: what they keep of their work (transcripts, logs, caches of what was removed) is not meant.
 * @param {string} home
 * @param {string} word
 * @param {readonly string[]} except folders
 */
export function filesThatName(home, word, except) {
  return readdirSync(home, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || except.some((folder) => file.startsWith(folder)) || !/\.(json|toml)$/.test(file)) return [];
    return readFileSync(file, 'utf8').includes(word) ? [file] : [];
  });
}
