import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge.ts';
import { fileIn } from '../pages.ts';
import { aligned } from './aligned.ts';
import { filtersIn, lineIn, needsSteps, type Line } from './expectation.ts';
import { casesOf, type Claim } from './page-cases.ts';
import { openReader } from './reading.ts';
import { fact } from './told.ts';

const base = 'content/test/data/accessibility';
const ending = '-expected-auralinux.txt';

/** A page of Chromium's own tests, with the tree that they expect. */
interface Page {
  readonly file: string;
  readonly root: Line;
}

function pagesOf(folder: string): readonly Page[] {
  const top = join(folder, base);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.startsWith('event/'))
    .sort()
    .flatMap((expected) => {
      const file = expected.replace(ending, '.html');
      if (!existsSync(join(top, file))) return [];
      const html = readFileSync(join(top, file), 'utf8');
      const root = needsSteps(html) ? null : lineIn(readFileSync(join(top, expected), 'utf8'), filtersIn(html));
      return root ? [{ file, root }] : [];
    });
}

const linesOf = (line: Line): readonly Line[] => [line, ...line.children.flatMap(linesOf)];
const nameOf = ({ file }: Page, { number }: Line) => `${file} ${number}`;

function claimsOf(page: Page): readonly Claim[] {
  return linesOf(page.root).map((line) => ({
    name: nameOf(page, line),
    facts: [...line.facts, fact('number of children', line.children.length, (told) => told.children)],
    in: (document) => aligned(page.root, document).find((pair) => pair.line === line)?.element ?? null,
  }));
}

/** The trees that Chromium's own tests expect of ATK: the engine must tell them in Debian's Chromium. */
export const auralinux: Judge = {
  name: 'AuraLinux expectations of Chromium',
  source: 'chromium/chromium',
  about: 'each line of an expected tree, and what it leaves out though its page prints it',
  left: 'pages that tests change first, events, table headers, unknown states',
  names: (folder) => pagesOf(folder).flatMap((page) => linesOf(page.root).map((line) => nameOf(page, line))),
  async run(folder, { decided, only }, decide) {
    const isOpen = (name: string) => !decided.has(name) && (only?.includes(name) ?? true);
    const open = pagesOf(folder).filter((page) => claimsOf(page).some(({ name }) => isOpen(name)));
    if (open.length === 0) return;
    const reader = await openReader((pathname) => fileIn(join(folder, base), pathname));
    for (const page of open) {
      for (const outcome of await casesOf(reader, `/${page.file}`, claimsOf(page)))
        if (isOpen(outcome.name)) decide(outcome);
    }
    await reader.close();
  },
};
