import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { root } from './paths.mjs';
import { readJson } from './read-json.mjs';

const anyText = /** @type {unknown} */ (expect.any(String));
const github = join(root, '.github');
const read = (/** @type {string} */ name) => /** @type {unknown} */ (parse(readFileSync(join(github, name), 'utf8')));

/** @typedef {{ 'runs-on': unknown, 'timeout-minutes': unknown, steps: { run?: string, uses?: string }[] }} Job */

it('runs all tests in CI', () => {
  const { scripts } = /** @type {{ scripts: object }} */ (readJson(join(root, 'package.json')));
  for (const file of readdirSync(join(github, 'workflows'))) {
    const { jobs } = /** @type {{ jobs: Record<string, Job> }} */ (read(join('workflows', file)));
    for (const { steps, 'runs-on': machine, 'timeout-minutes': minutes } of Object.values(jobs)) {
      expect([typeof machine, typeof minutes]).toEqual(['string', 'number']);
      for (const { run = '', uses = '' } of steps) {
        expect(run !== '' || /^[\w-]+\/[\w-]+@v\d+$/.test(uses)).toBe(true);
        const [, named] = /^npm run ([\w:]+)/.exec(run) ?? [];
        if (named !== undefined) expect(Object.keys(scripts)).toContain(named);
      }
    }
  }
});

it('has forms with questions', () => {
  for (const name of ['bug.yml', 'idea.yml']) {
    const { body, ...form } = /** @type {{ body: { id: string }[] }} */ (read(join('ISSUE_TEMPLATE', name)));
    expect(form).toEqual({ name: anyText, description: anyText });
    expect(new Set(body.map(({ id }) => id)).size).toBe(body.length);
  }
});
