import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ElementNode } from '#contract/model/elements/element';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { KeyHint } from '../../ui/tooltip/key-hint.tsx';
import { useApp, useShell } from '../app-context.tsx';
import type { PaletteOffer } from '../store.ts';
import type { AppModel } from '../app-model.ts';
import { paletteEntries, typedEntries, type Entry } from './entries.ts';
import { elementEntries } from './places.ts';
import styles from './palette.module.css';

/** Maximum number of entries shown: typing another letter is faster than reading more. */
const mostShown = 200;

const words = {
  all: { label: 'Commands', input: 'Command, window, element, step, setting or run', list: 'Commands and places' },
  recent: { label: 'Open recent', input: 'Recent recording or run', list: 'Recent recordings and runs' },
} as const satisfies Readonly<Record<PaletteOffer, object>>;

/** Every command and every place, found by typing a part of its name. */
export function Palette(): ReactNode {
  const offer = useShell((state) => state.palette);
  const setPalette = useShell((state) => state.setPalette);
  if (offer === null) return null;
  return (
    <Dialog key={offer} label={words[offer].label} onClose={() => setPalette(null)}>
      <PaletteBody offer={offer} close={() => setPalette(null)} />
    </Dialog>
  );
}

interface PaletteBodyProps {
  readonly offer: PaletteOffer;
  readonly close: () => void;
}

function useEntries(offer: PaletteOffer, typed: string): readonly Entry[] {
  const model = useApp();
  const [entries] = useState(() => paletteEntries(model, offer));
  const [more] = useState(() => (offer === 'all' ? typedEntries(model) : []));
  const elements = useElements(model, offer === 'all' ? typed : '');
  const searched = typed.trim() === '' ? entries : [...entries, ...more];
  const shown = search(searched, (entry) => `${entry.title} ${entry.note}`, typed);
  return [...shown.slice(0, mostShown), ...elementEntries(model, elements)];
}

function PaletteBody({ offer, close }: PaletteBodyProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const shown = useEntries(offer, typed);
  const run = (entry: Entry | undefined) => {
    close();
    // Restores the focus first: a command may act on the focused element.
    if (entry) setTimeout(() => entry.run());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') {
      // Otherwise Enter also presses the button that opened the palette and is focused again.
      event.preventDefault();
      run(shown[active]);
    }
    if (step === 0 || shown.length === 0) return;
    event.preventDefault();
    setActive((active + step + shown.length) % shown.length);
  };
  return (
    <>
      <input
        role="combobox"
        aria-label={words[offer].input}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown[active] && `palette-${shown[active].id}`}
        placeholder={words[offer].input}
        className={styles.input}
        value={typed}
        data-testid="palette-input"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
      />
      <PaletteList label={words[offer].list} shown={shown} active={active} onPoint={setActive} run={run} />
    </>
  );
}

interface PaletteListProps {
  readonly label: string;
  readonly shown: readonly Entry[];
  readonly active: number;
  /** The pointer moves the active row, as the arrow keys do: only one row is highlighted. */
  readonly onPoint: (index: number) => void;
  readonly run: (entry: Entry) => void;
}

function PaletteList({ label, shown, active, onPoint, run }: PaletteListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, shown]);
  return (
    <div id="palette-list" role="listbox" aria-label={label} className={styles.list} ref={list}>
      {shown.map((entry, index) => (
        <div
          key={entry.id}
          id={`palette-${entry.id}`}
          role="option"
          aria-selected={index === active}
          className={styles.entry}
          onPointerMove={() => onPoint(index)}
          onClick={() => run(entry)}
        >
          <Icon name={entry.icon} />
          <span className={styles.title}>{entry.title}</span>
          {entry.note && <span className={styles.note}>{entry.note}</span>}
          {entry.keys && <KeyHint keys={entry.keys} />}
        </div>
      ))}
      {shown.length === 0 && <p className={styles.none}>No matches.</p>}
    </div>
  );
}

/** Otherwise each key would query the app. */
const restMs = 150;

const limit = 30;

/** Fewer letters match almost every element. */
const leastLetters = 2;

const none: readonly ElementNode[] = [];

/** Matching elements of the inspected window, including those not in the tree yet; they arrive a moment later. */
function useElements({ inspector, services }: AppModel, typed: string): readonly ElementNode[] {
  const [found, setFound] = useState<{ readonly text: string; readonly nodes: readonly ElementNode[] } | null>(null);
  const text = typed.trim();
  useEffect(() => {
    const { window, closedAt } = inspector.getState();
    if (window === null || closedAt !== null || text.length < leastLetters) return undefined;
    let current = true;
    const search = async () => {
      // An app that does not answer has no elements to offer; the tree reports why.
      const result = await services.client['tree.search']({ window: window.id, text, limit }).catch(() => null);
      if (current && result) setFound({ text, nodes: result.matches });
    };
    const rest = setTimeout(() => void search(), restMs);
    return () => {
      current = false;
      clearTimeout(rest);
    };
  }, [inspector, services, text]);
  return found?.text === text ? found.nodes : none;
}

/**
 * How well a text matches the typed words; lower is better, null if it does not. Each word must match: at the start of a word
 * best, inside one next, as letters in order last.
 */
export function rank(text: string, typed: string): number | null {
  const haystack = text.toLowerCase();
  let total = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const score = rankWord(haystack, word);
    if (score === null) return null;
    total += score;
  }
  return total;
}

function rankWord(haystack: string, word: string): number | null {
  const at = haystack.indexOf(word);
  if (at === 0) return 0;
  if (at > 0) return haystack[at - 1] === ' ' ? 1 : 2;
  // Two letters in order match almost every text.
  if (word.length < 3) return null;
  let from = 0;
  for (const letter of word) {
    from = haystack.indexOf(letter, from) + 1;
    if (from === 0) return null;
  }
  return 3;
}

/** Matching entries, best first; equal matches keep their order. */
export function search<T>(entries: readonly T[], textOf: (entry: T) => string, typed: string): readonly T[] {
  return entries
    .flatMap((entry) => {
      const score = rank(textOf(entry), typed);
      return score === null ? [] : [{ entry, score }];
    })
    .sort((a, b) => a.score - b.score)
    .map(({ entry }) => entry);
}
