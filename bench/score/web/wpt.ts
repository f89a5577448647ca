import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Judge } from '../judge.ts';
import { fileIn } from '../pages.ts';
import { assertionsIn } from './atta.ts';
import { casesOf, type Claim } from './page-cases.ts';
import { openReader, withId } from './reading.ts';
import { fact } from './told.ts';

/** A page of web-platform-tests with the claims that its text contains. */
interface Page {
  readonly address: string;
  readonly claims: readonly Claim[];
}

const htmlIn = (folder: string, part: string): readonly string[] =>
  existsSync(join(folder, part))
    ? readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.html'))
        .map((file) => `${part}/${file}`)
        .sort()
    : [];

const short = (file: string) => file.replace(/(?:-manual)?\.html$/u, '');
const textOf = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8');

/** A manual test: its assertions about ATK that the engine has words for. */
function manual(folder: string, file: string): Page {
  const claims = assertionsIn(textOf(folder, file)).flatMap(({ element, text, fact }): readonly Claim[] =>
    fact ? [{ name: `${short(file)}: ${text}`, facts: [fact], in: (document) => withId(document, element) }] : [],
  );
  return { address: `/${file}`, claims };
}

/** A tag that states the name of its element. */
const labelled = /<[a-z][^<>]*\sdata-expectedlabel\s*=\s*(?:"([^"]*)"|'([^']*)')[^<>]*>/gu;
const ownId = (tag: string) => /\sid\s*=\s*["']?([^"'\s>]+)/u.exec(tag)?.[1];
const givenId = (number: number) => `score-${number}`;

/** A test that states the name of elements. */
function labels(folder: string, file: string): Page {
  const claims = [...textOf(folder, file).matchAll(labelled)].map(([tag, double, single], number): Claim => {
    const wanted = decoded(double ?? single ?? '');
    const id = ownId(tag) ?? givenId(number);
    return {
      name: `${short(file)} ${number + 1}`,
      facts: [fact('name', wanted, (told) => told.name)],
      in: (document) => withId(document, id),
    };
  });
  return { address: `/${file}`, claims };
}

/** The page as it is served: elements without an id have one, by which they are found. */
function identified(html: string): string {
  let number = 0;
  return html.replaceAll(labelled, (tag) => {
    const id = givenId(number++);
    return ownId(tag) ? tag : tag.replace(/\s/u, ` id="${id}" `);
  });
}

const decoded = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u{A0}')
    .replaceAll('&amp;', '&');

function judgeOf(about: Pick<Judge, 'name' | 'about' | 'left'>, pagesOf: (folder: string) => readonly Page[]): Judge {
  const source = 'web-platform-tests/wpt';
  const names = (folder: string) => pagesOf(folder).flatMap(({ claims }) => claims.map(({ name }) => name));
  return {
    ...about,
    source,
    names,
    async run(folder, { decided, only }, decide) {
      const isOpen = (name: string) => !decided.has(name) && (only?.includes(name) ?? true);
      const open = pagesOf(folder).filter(({ claims }) => claims.some(({ name }) => isOpen(name)));
      if (open.length === 0) return;
      const file = (pathname: string) => {
        const found = fileIn(folder, pathname);
        return found && pathname.endsWith('.html') ? identified(String(found)) : found;
      };
      const reader = await openReader(file);
      for (const page of open) {
        for (const outcome of await casesOf(reader, page.address, page.claims))
          if (isOpen(outcome.name)) decide(outcome);
      }
      await reader.close();
    },
  };
}

/** Accessible names in Chromium: automatic tests of labels, manual ones about ATK's names and descriptions. */
export const accname = judgeOf(
  {
    name: 'accname of web-platform-tests',
    about: 'names and descriptions that `accname`, `html-aam` and their manual tests expect',
    left: '',
  },
  (folder) => [
    ...[...htmlIn(folder, 'accname'), ...htmlIn(folder, 'html-aam')]
      .filter((file) => !file.endsWith('-manual.html'))
      .map((file) => labels(folder, file)),
    ...htmlIn(folder, 'accname').map((file) => manual(folder, file)),
  ],
);

/** ARIA in Chromium: what manual tests assert about ATK. */
export const coreAam = judgeOf(
  {
    name: 'core-aam of web-platform-tests',
    about: 'assertions of its manual tests about ATK',
    left: 'events, attributes of text, other states',
  },
  (folder) => htmlIn(folder, 'core-aam').map((file) => manual(folder, file)),
);
