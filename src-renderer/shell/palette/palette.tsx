import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { KeyHint } from '../../ui/tooltip/key-hint.tsx';
import { useApp, useShell } from '../app-context.tsx';
import { paletteEntries, type Entry } from './entries.ts';
import { search } from './rank.ts';
import styles from './palette.module.css';

/** Every command and every window, by typing a part of its name. */
export function Palette(): ReactNode {
  const open = useShell((state) => state.paletteOpen);
  const setPalette = useShell((state) => state.setPalette);
  if (!open) return null;
  return (
    <Dialog label="Commands" onClose={() => setPalette(false)}>
      <PaletteBody close={() => setPalette(false)} />
    </Dialog>
  );
}

function PaletteBody({ close }: { readonly close: () => void }): ReactNode {
  const model = useApp();
  const [entries] = useState(() => paletteEntries(model));
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const shown = search(entries, (entry) => `${entry.title} ${entry.note}`, typed);
  const run = (entry: Entry | undefined) => {
    close();
    // The focus goes back first: a command may be about what had it.
    if (entry) setTimeout(() => entry.run());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Enter') {
      // Else it also presses the button that opened the palette and has the focus again.
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
        aria-label="Command or window"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown[active] && `palette-${shown[active].id}`}
        placeholder="Type a command or a window"
        className={styles.input}
        value={typed}
        data-testid="palette-input"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
        }}
      />
      <PaletteList shown={shown} active={active} onPoint={setActive} run={run} />
    </>
  );
}

interface PaletteListProps {
  readonly shown: readonly Entry[];
  readonly active: number;
  /** The pointer moves what is active, as the arrow keys do: there is one highlighted row. */
  readonly onPoint: (index: number) => void;
  readonly run: (entry: Entry) => void;
}

function PaletteList({ shown, active, onPoint, run }: PaletteListProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, shown]);
  return (
    <div id="palette-list" role="listbox" aria-label="Commands and windows" className={styles.list} ref={list}>
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
