import { availableParallelism } from 'node:os';
import { runLanes } from './lanes.mjs';
import { runPart } from './parts.mjs';
import { vitest } from './runners.mjs';
import { tool } from './tools.mjs';

const cache = 'node_modules/.cache/deskscope';

/** @param {string} name */
const types = (name) => ({
  name: `types: ${name}`,
  args: tool('tsc', [
    '-p',
    `tsconfig.${name}.json`,
    '--incremental',
    '--tsBuildInfoFile',
    `${cache}/${name}.tsbuildinfo`,
  ]),
});

/**
 * Everything that can be said without a desktop; the slow ones first, so that they end together.
 * @param {readonly string[]} [options] for the unit tests
 */
export const checks = (options = []) => [
  vitest('unit', [], {}, options),
  { name: 'lint', args: tool('oxlint', ['--deny-warnings', '.']) },
  types('main'),
  types('renderer'),
  types('e2e'),
  types('preload'),
  types('contract'),
  {
    name: 'borders',
    args: tool('depcruise', [
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
      'src-main',
      'src-preload',
      'src-renderer',
    ]),
  },
  {
    name: 'format',
    args: tool('prettier', ['--check', '--log-level=warn', '--cache', '--cache-location', `${cache}/prettier`, '.']),
  },
];

/** Runs them all, one more at once than there are processors: the unit tests wait a lot. */
export function runChecks() {
  const helpers = Array.from({ length: availableParallelism() }, () => []);
  return runLanes([checks().map((part) => () => runPart(part)), ...helpers]);
}
