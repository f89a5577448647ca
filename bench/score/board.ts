import { contestants } from './peers/contestants.ts';
import { rounds, type Comparison } from './peers/peers.ts';
import { isFailure, type Case, type Judge } from './judge.ts';

/** A judge's row on the board. */
export interface Line {
  readonly judge: Judge;
  readonly commit: string;
  readonly cases: readonly Case[];
  /** Names of cases that did not run. */
  readonly missing: readonly string[];
  /** Of the software it ran with. */
  readonly versions: string;
  /** Why it did not run; empty if it did. */
  readonly why: string;
}

/** The comparison with peers, stored between runs. */
export interface KeptPeers {
  /** Of the software it ran with. */
  readonly versions: string;
  readonly rows: Comparison;
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');

/** @param peers null if nothing was compared */
export function boardOf(lines: readonly Line[], peers: KeptPeers | null): string {
  const rows = lines.map(({ judge, commit, cases, missing, why }) => {
    const passed = cases.filter((each) => each.passed).length;
    const failed = cases.filter(isFailure).length;
    const all = passed + failed + missing.length;
    const isCopy = commit.startsWith('copy');
    const at = isCopy ? commit : commit && `[${commit.slice(0, 7)}](https://github.com/${judge.source}/tree/${commit})`;
    if (why) return `| ${judge.name} | ${at || '–'} | not run: ${why} | | | | |`;
    const share = ((100 * passed) / all).toFixed(1);
    return `| ${judge.name} | ${at} | ${all} | ${passed} | ${failed} | ${missing.length} | ${share} % |`;
  });
  const parts = lines.flatMap(({ judge, cases, missing, versions, why }) => {
    if (why) return [];
    const failed = cases.filter(isFailure);
    const apart = cases.filter(({ contradicted }) => contradicted);
    const list = failed.map(({ name, cause }) => `- \`${name}\`: ${escaped(cause)}`);
    if (missing.length > 0) list.push(`- not run: ${missing.join(', ')}`);
    const others = apart.map(({ name }) => `\`${name}\``).join(', ');
    return [
      `## ${judge.name}`,
      `Cases: ${judge.about}.${judge.left && ` Not counted: ${judge.left}.`}${versions && ` Run with ${versions}.`}`,
      ...(list.length > 0 ? [list.join('\n')] : []),
      ...(apart.length > 0 ? [`Not counted either, as the app tells libatspi the same as Deskscope: ${others}.`] : []),
    ];
  });
  return `${[
    '# Scoreboard',
    'How Deskscope does in test suites of others. `npm run score -- --judges DIR` writes this page: DIR holds their checkouts, which `node scripts/judges.mjs DIR` fetches. A suite without a checkout is “not run”. An interrupted run continues. It fails if a suite has more failures than on the page before. `SCORE_TRACE=1` prints each call and answer.',
    [
      '| Judge | Commit | Cases | Passed | Failed | Not run | Share |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    ...parts,
    ...(peers ? peersOf(peers) : []),
  ].join('\n\n')}\n`;
}

function peersOf({ versions, rows }: KeptPeers): readonly string[] {
  const names = contestants.map(({ name }) => name);
  const figure = (value: number | undefined) =>
    value === undefined ? '–' : value < 100 ? value.toPrecision(2) : Math.round(value).toLocaleString('en');
  return [
    '## Peers',
    `Medians of ${rounds} rounds of one run (\`--only Peers\`); each round asks all, in another order. A fresh process each time: Deskscope as \`mcp --stdio\` with \`snapshot\` of everything, cua-driver's \`get_window_state\` without a picture, dogtail and pyatspi writing a line for each element (role, name, description, actions, bounds, states). cua-driver and pyatspi tell closed menus and hidden pages too. Tokens of o200k. Run with ${versions}.`,
    [
      `| | ${names.join(' | ')} |`,
      `| --- |${' ---: |'.repeat(names.length)}`,
      ...rows.map(({ what, by }) => `| ${what} | ${names.map((name) => figure(by[name])).join(' | ')} |`),
    ].join('\n'),
  ];
}

/** Number of failures the page lists for a judge; null if it did not run then. */
export function failuresOn(page: string, name: string): number | null {
  for (const line of page.split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells[1] !== name || cells.length < 7 || cells[3]?.startsWith('not run')) continue;
    return Number(cells[5]);
  }
  return null;
}
