import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { act } from './act/act.ts';
import { atspi } from './atspi/atspi.ts';
import { boardOf, failuresOn, peersPage, type Line } from './board.ts';
import { isFailure, type Judge, type Kept } from './judge.ts';
import { miniwob } from './miniwob/miniwob.ts';
import { comparePeers } from './peers/peers.ts';
import { auralinux } from './web/auralinux.ts';
import { accname, coreAam } from './web/wpt.ts';

const judges: readonly Judge[] = [miniwob, atspi, act, auralinux, accname, coreAam];
const page = 'docs/scoreboard.md';
const peersFile = 'bench/results/peers.md';

void (async () => {
  const { values } = parseArgs({
    options: {
      judges: { type: 'string' },
      only: { type: 'string', multiple: true },
      case: { type: 'string', multiple: true },
      again: { type: 'boolean' },
      fresh: { type: 'boolean' },
      versions: { type: 'string' },
      results: { type: 'string', default: 'test-results/score' },
    },
  });
  // Outcomes of another build are invalid for this one.
  const build = hashOf('out/main', '.js');
  const lines: Line[] = [];
  for (const judge of judges) {
    const named = judge.source.split('/')[1] ?? '';
    const folder = join(values.judges ?? '', named);
    const present = values.judges !== undefined && existsSync(folder);
    const commit = present ? commitOf(folder) : '';
    const file = join(values.results, `${judge.name.replaceAll(/\W+/gu, '-')}.json`);
    const before = values.fresh ? null : (read(file) as Kept | null);
    const wanted = !values.only || values.only.includes(judge.name);
    const isOfThis = before?.build === build && before.commit === commit;
    // Judges left out of this run keep their outcomes, with the versions they belong to.
    const versions = (wanted ? values.versions : before?.versions) ?? '';
    const cases = new Map(before && (isOfThis || !wanted) ? Object.entries(before.cases) : []);
    for (const each of values.case ?? []) cases.delete(each);
    if (values.again) for (const [name, { passed }] of cases) if (!passed) cases.delete(name);
    if (present && wanted)
      await judge.run(folder, { decided: new Set(cases.keys()), only: values.case }, (outcome) => {
        cases.set(outcome.name, outcome);
        writeJson(file, { commit, build, versions, cases: Object.fromEntries(cases) } satisfies Kept);
        process.stdout.write(
          `${outcome.passed ? 'ok  ' : outcome.contradicted ? 'app ' : 'FAIL'} ${judge.name}: ${outcome.name} ${outcome.cause}\n`,
        );
      });
    const why = present ? 'left out of this run' : 'no checkout in the folder of --judges';
    const missing = present ? judge.names(folder).filter((name) => !cases.has(name)) : [];
    lines.push({ judge, commit, missing, versions, cases: [...cases.values()], why: cases.size === 0 ? why : '' });
  }
  if (values.only?.includes('Peers') ?? true) {
    const rows = await comparePeers((sentence) => process.stdout.write(`FAIL Peers: ${sentence}\n`));
    writeFileSync(peersFile, peersPage({ versions: values.versions ?? '', rows }));
  }
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  writeFileSync(page, boardOf(lines, existsSync(peersFile)));
  const grown = lines.filter(({ judge, cases }) => {
    const failed = failuresOn(before, judge.name);
    return failed !== null && cases.filter(isFailure).length > failed;
  });
  for (const { judge } of grown) process.stdout.write(`More failures than on the board before: ${judge.name}\n`);
  process.exit(grown.length > 0 ? 1 : 0);
})();

function writeJson(file: string, what: object) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(what, null, 2));
}

function read(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Of a folder without a repository, such as a part of a large one: what its files are. */
function commitOf(folder: string): string {
  if (!existsSync(join(folder, '.git'))) return `copy ${hashOf(folder, '')}`;
  return execFileSync('git', ['-C', folder, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
}

/** Of the files whose name ends so. */
function hashOf(folder: string, ending: string): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith(ending) && statSync(join(folder, file)).isFile()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex').slice(0, 12);
}
