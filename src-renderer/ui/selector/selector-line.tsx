import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { TextField } from '../field/text-field.tsx';
import { completionsFor, type Vocabulary } from './completions.ts';
import styles from './selector.module.css';

interface SelectorLineProps {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly words: Vocabulary;
  readonly after?: ReactNode;
}

/** A selector to be written, with what may go on at its end: an ARIA combobox with a list. */
export function SelectorLine({ label, text, onText, words, after }: SelectorLineProps): ReactNode {
  const list = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const completions = open ? completionsFor(text, words) : [];
  const chosen = completions[active];

  const write = (line: string) => {
    onText(line);
    setOpen(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      if (!open) setOpen(true);
      else if (completions.length > 0) setActive((active + move + completions.length) % completions.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) write(chosen.line);
    else if (event.key === 'Escape' && completions.length > 0) setOpen(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.line}>
      <TextField
        label={label}
        placeholder={'role=Button name="Save"'}
        role="combobox"
        aria-expanded={completions.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}-${active}`}
        value={text}
        onText={write}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        after={after}
      />
      <ul id={list} role="listbox" aria-label="Completions" className={styles.list} hidden={completions.length === 0}>
        {completions.map(({ shown, help, line }, index) => (
          <li
            key={shown}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            // The field keeps the focus.
            onMouseDown={(event) => {
              event.preventDefault();
              write(line);
            }}
          >
            <code>{shown}</code>
            <span className={styles.help}>{help}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
