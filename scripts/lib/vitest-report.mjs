import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { failure, fromRoot } from './failures.mjs';

/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {{ readonly message: string }} Failure */

/**
 * A Vitest reporter that writes a part's `Report` to `--outputFile.report`. Vitest's own JSON reporter omits errors of a
 * group's hook, and those outside any test.
 */
export default class VitestReport {
  #file = '';

  /** @param {import('vitest/node').Vitest} vitest */
  onInit({ config: { outputFile } }) {
    this.#file = (typeof outputFile === 'object' && outputFile['report']) || '';
  }

  /**
   * @param {readonly TestModule[]} modules
   * @param {readonly Failure[]} thrown outside any test
   */
  onTestRunEnd(modules, thrown) {
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(reportOf(modules, thrown)));
  }
}

/**
 * @param {readonly TestModule[]} modules
 * @param {readonly Failure[]} thrown
 * @returns {import('./parts.mjs').Report}
 */
function reportOf(modules, thrown) {
  const tests = modules.flatMap(({ children, moduleId }) =>
    [...children.allTests()].map((test) => {
      const { state } = test.result();
      return {
        name: `${fromRoot(moduleId)} › ${test.fullName.replaceAll(' > ', ' › ')}`,
        state: state === 'pending' ? 'skipped' : state,
      };
    }),
  );
  const states = tests.map(({ state }) => state);
  // An unfinished module is one whose worker crashed.
  const failed = modules.filter((module) => !module.ok() || ['queued', 'pending'].includes(module.state()));
  return {
    passed: states.filter((state) => state === 'passed').length,
    failed: states.filter((state) => state === 'failed').length,
    skipped: states.filter((state) => state === 'skipped').length,
    tests,
    failedFiles: failed.map(({ moduleId }) => fromRoot(moduleId)),
    failures: [...failed.flatMap(failuresOf), ...thrown.map(({ message }) => failure('outside of any test', message))],
  };
}

/** @param {TestModule} module whose file could not be read, or with a failed hook or test */
function failuresOf(module) {
  const file = fromRoot(module.moduleId);
  /** @type {(where: string, errors?: readonly Failure[]) => string[]} */
  const reported = (where, [first] = []) => (first ? [failure(`${file}${where}`, first.message)] : []);
  return [
    ...reported('', module.errors()),
    ...[...module.children.allSuites()].flatMap((group) => reported(` › ${group.fullName}`, group.errors())),
    ...[...module.children.allTests()].flatMap((test) => reported(` › ${test.fullName}`, test.result().errors)),
  ];
}
