import { expect, it } from 'vitest';
import type { RankedSelector } from '#contract/model/elements/selector';
import type { AppTrials } from '#contract/model/elements/selector-trial';
import { relearned } from './relearned.ts';

const ranked = (selector: string, kind: RankedSelector['kind'], grade: RankedSelector['grade']): RankedSelector => ({
  selector,
  kind,
  grade,
  matchCount: 1,
  elapsedMs: 1,
});
const all = [
  ranked('id="go"', 'identity', 'A'),
  ranked('role=Button name="Go"', 'name', 'B'),
  ranked('role=Button', 'ordinal', 'C'),
  ranked('path=0/1', 'path', 'E'),
];
const trials = (selectors: AppTrials['selectors']): AppTrials => ({ app: 'app', selectors });
const shown = (found: readonly RankedSelector[]) => found.map(({ selector, grade }) => `${grade} ${selector}`);

it('leaves selectors of an app without trials alone', () => {
  expect(relearned(all, undefined)).toBe(all);
  expect(relearned(all, trials([]))).toEqual(all);
});

it('ranks a selector that a restart breaks last, and says why', () => {
  const found = relearned(
    all,
    trials([{ selector: 'id="go"', kind: 'identity', outcomes: { restart: 'none', size: 'none', language: 'found' } }]),
  );
  expect(shown(found)).toEqual(['B role=Button name="Go"', 'C role=Button', 'E path=0/1', 'E id="go"']);
  expect(found.at(-1)?.reason).toBe(
    'Found in 1 of 3 starts: no match after a restart, no match in another size. Grade E instead of A.',
  );
});

it('lowers one that another language or document breaks less, and raises one that every start proved', () => {
  const found = relearned(
    all,
    trials([
      { selector: 'role=Button name="Go"', kind: 'name', outcomes: { restart: 'found', language: 'none' } },
      { selector: 'id="go"', kind: 'identity', outcomes: { document: 'several' } },
      { selector: 'role=Button', kind: 'ordinal', outcomes: { restart: 'found', size: 'found', theme: 'found' } },
    ]),
  );
  expect(shown(found)).toEqual(['B role=Button', 'C role=Button name="Go"', 'D id="go"', 'E path=0/1']);
});

it('distrusts a kind that failed twice in the app, where it is not tried itself', () => {
  const failed = (selector: string) => ({ selector, kind: 'name', outcomes: { language: 'none' } as const });
  const [, one, ,] = relearned(all, trials([failed('role=Button name="Stop"')]));
  expect(one?.grade).toBe('B');
  const twice = relearned(all, trials([failed('role=Button name="Stop"'), failed('role=Button name="Back"')]));
  expect(shown(twice)).toEqual(['A id="go"', 'C role=Button', 'C role=Button name="Go"', 'E path=0/1']);
  expect(twice[2]?.reason).toBe('Selectors like this one fail in this app in another language. Grade C instead of B.');
});
