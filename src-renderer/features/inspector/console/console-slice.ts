import { toWire } from '#contract/errors';
import { oneLine, quoted } from '#contract/foreign-text';
import { describeElement, type ElementDetails, type ElementNode } from '#contract/model/elements/element';
import type { PatternCall } from '#contract/model/elements/pattern';
import { patternButtons } from '../element/patterns.tsx';
import { factGroups } from '../element/properties.tsx';
import type { InspectorState, Slice } from '../store/state.ts';

/** An entered line and its answer. */
export interface ConsoleEntry {
  readonly id: number;
  readonly line: string;
  /** A line of text each. */
  readonly answer: readonly string[];
  /** Elements that the line found. */
  readonly found: readonly ElementNode[];
  readonly failed: boolean;
}

/** Lines typed about the selected element: selectors, its actions and its properties by name. No code is run. */
export interface ConsoleSlice {
  readonly consoleEntries: readonly ConsoleEntry[];
  readonly clearConsole: () => void;
  /** Answers a line; the answer is the last entry by then. */
  readonly enterLine: (line: string) => Promise<void>;
}

/** More than anyone scrolls back. */
const keptEntries = 200;
/** As many as are worth reading. */
const shownMatches = 20;

type Answer = Partial<Pick<ConsoleEntry, 'answer' | 'found' | 'failed'>>;

export const consoleSlice: Slice<ConsoleSlice> =
  ({ client }) =>
  (set, get) => {
    let last = 0;
    let answering = Promise.resolve();

    const find = async (selector: string): Promise<Answer> => {
      const { window } = get();
      if (window === null) return failure('Select a window first.');
      const { matches, total, elapsedMs } = await client['element.find']({ window: window.id, selector });
      const count = total === 1 ? '1 match' : `${total} matches`;
      const [only] = matches;
      if (total === 1 && only) await get().reveal(only.id);
      return { answer: [`${count} in ${elapsedMs.toFixed(1)} ms`], found: matches.slice(0, shownMatches) };
    };

    const run = async (details: ElementDetails, call: PatternCall): Promise<Answer> => {
      const { text } = await client['element.runPattern']({ element: details.id, call });
      await get().look();
      return { answer: [text] };
    };

    const answer = async (line: string): Promise<Answer> => {
      if (line === 'help') return { answer: help(get()) };
      if (isSelector(line)) return find(line);
      const { details } = get();
      if (details === null) return failure('Select an element first, or type a selector.');
      const act = actsOf(details).find(({ name }) => name === line.toLowerCase());
      if (act) return run(details, act.call);
      if (line === 'focus') {
        const { text } = await client['element.focus']({ element: details.id });
        await get().look();
        return { answer: [text] };
      }
      const [, value] = /^set (.*)$/s.exec(line) ?? [];
      if (value !== undefined) return run(details, valueCall(details, value));
      const row = factsOf(details).find(({ name }) => name.toLowerCase() === line.toLowerCase());
      if (row) return { answer: [row.value] };
      return failure(`${quoted(line)} is no action or property of ${describeElement(details)}. Type help.`);
    };

    return {
      consoleEntries: [],
      clearConsole: () => set({ consoleEntries: [] }),

      enterLine(typed) {
        const line = typed.trim();
        if (line === '') return Promise.resolve();
        // One after the other: a line is about what the one before it selected.
        answering = answering.then(async () => {
          const answered = await answer(line).catch((error: unknown) => {
            const { message, hint } = toWire(error);
            return failure(message, hint);
          });
          const entry = { id: ++last, line, answer: [], found: [], failed: false, ...answered };
          set(({ consoleEntries }) => ({ consoleEntries: [...consoleEntries, entry].slice(-keptEntries) }));
        });
        return answering;
      },
    };
  };

const failure = (...answer: readonly string[]): Answer => ({ answer: answer.filter(Boolean), failed: true });

/** Words of a selector have a value each. No action or property has. */
function isSelector(line: string): boolean {
  return /^[\w-]+[~*^$!]?=/.test(line);
}

const factsOf = (details: ElementDetails) => factGroups(details).flatMap(({ facts }) => facts);

/** Some are in several groups. */
const namesOf = (details: ElementDetails) => [...new Set(factsOf(details).map(({ name }) => name))];

interface Act {
  readonly name: string;
  readonly call: PatternCall;
}

/** The actions without input, by their buttons' words. */
function actsOf(details: ElementDetails): readonly Act[] {
  return patternButtons(details).map(({ title, call }) => ({ name: title.toLowerCase(), call }));
}

function valueCall({ patterns }: ElementDetails, value: string): PatternCall {
  const isNumber = patterns.includes('rangeValue') && !patterns.includes('value');
  return isNumber ? { pattern: 'rangeValue', value: Number(value) } : { pattern: 'value', value };
}

/** What can be typed now. */
export function consoleWords({ details }: Pick<InspectorState, 'details'>): readonly string[] {
  if (details === null) return [];
  const takesText = details.patterns.includes('value') || details.patterns.includes('rangeValue');
  return [...actsOf(details).map(({ name }) => name), 'focus', ...(takesText ? ['set '] : []), ...namesOf(details)];
}

function help(state: Pick<InspectorState, 'details'>): readonly string[] {
  const { details } = state;
  const selector = 'A selector finds elements: role=Button name="Save"';
  if (details === null) return [selector, 'Select an element for its actions and properties.'];
  const takesText = details.patterns.includes('value') || details.patterns.includes('rangeValue');
  return [
    selector,
    `Actions of ${oneLine(describeElement(details))}: ${[...actsOf(details).map(({ name }) => name), 'focus'].join(', ')}`,
    ...(takesText ? ['A new value: set TEXT'] : []),
    `Properties: ${namesOf(details).join(', ')}`,
  ];
}
