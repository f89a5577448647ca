import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { results } from '../parts.mjs';
import { run } from '../run.mjs';
import { CannotGoOn } from '../run-script.mjs';

/**
 * One step of the set-up.
 * @param {string} name what it is, as in "Setting up Wine failed at …"
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('../run.mjs').RunOptions} [options] ten minutes where no time limit is given
 * @returns {Promise<string>} its output
 * @throws CannotGoOn with the step and the file that has its output
 */
export async function stepOf(name, program, args, options) {
  const { code, output } = await run(program, args, { timeoutMs: 600_000, ...options });
  if (code === 0) return output;
  mkdirSync(results, { recursive: true });
  const log = join(results, 'wine-set-up.log');
  writeFileSync(log, `${program} ${args.join(' ')}\n${output}`);
  throw new CannotGoOn(`Setting up Wine failed at ${name} (exit code ${code}). Log: ${log}\n${lastLines(output)}`);
}

/** @param {string} text */
function lastLines(text) {
  return text.trimEnd().split('\n').slice(-5).join('\n');
}
