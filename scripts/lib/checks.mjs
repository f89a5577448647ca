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
 * Checks that do not run the product.
 * @type {readonly import('./parts.mjs').Part[]}
 */
export const checks = [
  { name: 'lint', args: tool('oxlint', ['--deny-warnings', '.']) },
  { name: 'words', args: ['scripts/words.mjs'] },
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
  { name: 'format', args: tool('oxfmt', ['--check', '.']) },
];

/**
 * Runs them and the unit tests, which are slow and come first; one more at once than there are processors, since they wait a lot.
 */
export function runChecks() {
  const helpers = Array.from({ length: availableParallelism() }, () => []);
  return runLanes([[vitest('unit'), ...checks].map((part) => () => runPart(part)), ...helpers]);
}
