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

/** The comparison with peers. */
interface KeptPeers {
  /** Of the software it ran with. */
  readonly versions: string;
  readonly rows: Comparison;
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');

/** @param hasPeers if there is a {@link peersPage} */
export function boardOf(lines: readonly Line[], hasPeers: boolean): string {
  const rows = lines.map(({ judge, commit, cases, missing, why }) => {
    const passed = cases.filter((each) => each.passed).length;
    const failed = cases.filter(isFailure).length;
    const all = passed + failed + missing.length;
    const isCopy = commit.startsWith('copy');
    const at = isCopy ? commit : commit && `[${commit.slice(0, 7)}](https://github.com/${judge.source}/tree/${commit})`;
    if (why) return `| ${judge.name} | ${at || '–'} | not run: ${why} | | | | | |`;
    const share = ((100 * passed) / all).toFixed(1);
    const apart = cases.filter(({ contradicted }) => contradicted).length;
    return `| ${judge.name} | ${at} | ${all} | ${passed} | ${failed} | ${missing.length} | ${share} % | ${apart} |`;
  });
  const parts = lines.flatMap(({ judge, cases, missing, why }) => {
    if (why) return [];
    const failed = cases.filter(isFailure);
    const apart = cases.filter(({ contradicted }) => contradicted);
    const list = failed.map(({ name, cause }) => `- \`${name}\`: ${escaped(cause)}`);
    if (missing.length > 0) list.push(`- not run: ${missing.join(', ')}`);
    const others = byFolder(apart.map(({ name }) => name));
    return [
      `## ${judge.name}`,
      `Cases: ${judge.about}.${judge.left && ` Not counted: ${judge.left}.`}`,
      ...(list.length > 0 ? [list.join('\n')] : []),
      ...(apart.length > 0 ? [`Set apart: ${others}.`] : []),
    ];
  });
  return `${[
    '# Scoreboard',
    'How Deskscope does in test suites of others. `npm run score -- --judges DIR` writes this page; `node scripts/judges.mjs DIR` fetches them.',
    [
      '| Judge | Commit | Cases | Passed | Failed | Not run | Share | Set apart |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    'Set apart, and not among the cases: libatspi, queried separately, contradicts the judge with the same answer as Deskscope.',
    ...parts,
    ...ranWith(lines),
    ...(hasPeers ? ['[Beside peers](../bench/results/peers.md).'] : []),
  ].join('\n\n')}\n`;
}

/** Names of cases, as the number of them in each folder. */
function byFolder(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) {
    const folder = name.replace(/\/[^/]*$/u, '');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].map(([folder, count]) => `${folder} ×${count}`).join(', ');
}

/** The versions that judges ran with. */
function ranWith(lines: readonly Line[]): readonly string[] {
  const judges = new Map<string, string[]>();
  for (const { judge, versions } of lines.filter(({ why, versions }) => !why && versions))
    judges.set(versions, [...(judges.get(versions) ?? []), judge.name]);
  const [most = ''] = [...judges].sort(([, a], [, b]) => b.length - a.length).map(([versions]) => versions);
  if (judges.size < 2) return [...judges.keys()].map((versions) => `All ran with ${versions}.`);
  const others = [...judges].filter(([versions]) => versions !== most);
  return [
    ...others.map(([versions, names]) => `${names.join(', ')} ran with ${versions}.`),
    `Others ran with ${most}.`,
  ];
}

/** A page of its own: figures beside peers. */
export function peersPage({ versions, rows }: KeptPeers): string {
  const names = contestants.map(({ name }) => name);
  const figure = (value: number | undefined) =>
    value === undefined ? '–' : value < 100 ? value.toPrecision(2) : Math.round(value).toLocaleString('en');
  return `${[
    '# Beside peers',
    `Written by \`npm run score -- --only Peers\`: medians of ${rounds} rounds of one run, each with a fresh process and all contestants, in another order each time. A look is \`snapshot\` of everything over \`mcp --stdio\` (a page of at most 100 elements), cua-driver's \`get_window_state\` without a picture, and a line for each element (role, name, description, actions, bounds, states) written with dogtail and pyatspi. Peers list closed menus and hidden pages, too. Deskscope presses with the pointer and verifies it, the others call the action of the button. Tokens of o200k. Run with ${versions}.`,
    [
      `| | ${names.join(' | ')} |`,
      `| --- |${' ---: |'.repeat(names.length)}`,
      ...rows.map(({ what, by }) => `| ${what} | ${names.map((name) => figure(by[name])).join(' | ')} |`),
    ].join('\n'),
  ].join('\n\n')}\n`;
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
