import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** Its accessible name; also the default placeholder. */
  readonly label: string;
  readonly icon?: IconName;
  readonly onText: (text: string) => void;
  /** At the right end, inside the border. */
  readonly after?: ReactNode;
}

export function TextField({ label, icon, onText, after, className, ...rest }: TextFieldProps): ReactNode {
  return (
    <div className={classNames(styles.box, className)}>
      {icon && <Icon name={icon} className={styles.lead} />}
      <input
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        className={styles.input}
        onChange={(event) => onText(event.currentTarget.value)}
        {...rest}
      />
      {after}
    </div>
  );
}

interface EditFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
  readonly type?: string;
  readonly placeholder?: string;
  /** Why a text is invalid; null if valid. */
  readonly complain?: (text: string) => string | null;
}

/** A text field that commits valid text on Enter or blur; Escape reverts it. */
export function EditField({ label, value, onCommit, type, placeholder = '', complain }: EditFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const [complaint, setComplaint] = useState<string | null>(null);
  const edit = (text: string | null) => {
    setDraft(text);
    setComplaint(null);
  };
  const commit = () => {
    if (draft === null) return;
    const why = draft === value ? null : (complain?.(draft) ?? null);
    setComplaint(why);
    if (why !== null) return;
    if (draft !== value) onCommit(draft);
    setDraft(null);
  };
  return (
    <div className={styles.lines}>
      <TextField
        label={label}
        type={type}
        placeholder={placeholder}
        aria-invalid={complaint !== null}
        value={draft ?? value}
        onText={edit}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && draft !== null) {
            event.stopPropagation();
            edit(null);
          }
        }}
      />
      {complaint !== null && (
        <p role="alert" className={styles.complaint}>
          {complaint}
        </p>
      )}
    </div>
  );
}

interface LinesFieldProps {
  readonly label: string;
  readonly lines: readonly string[];
  /** Without empty lines. */
  readonly onCommit: (lines: string[]) => void;
  /** Why a line is invalid; null if valid. */
  readonly complain?: (line: string) => string | null;
}

/** A list, one entry per line. Commits on blur if every line is valid; Escape reverts a change. */
export function LinesField({ label, lines, onCommit, complain }: LinesFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const text = lines.join('\n');
  const wanted = (draft ?? text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const complaint = draft === null ? null : wanted.map((line) => complain?.(line) ?? null).find((why) => why !== null);
  const commit = () => {
    if (draft === null || complaint) return;
    if (wanted.join('\n') !== text) onCommit(wanted);
    setDraft(null);
  };
  return (
    <div className={styles.lines}>
      <textarea
        aria-label={label}
        aria-invalid={Boolean(complaint)}
        className={styles.area}
        spellCheck={false}
        rows={Math.min(8, Math.max(3, wanted.length + 1))}
        value={draft ?? text}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || draft === null) return;
          event.stopPropagation();
          setDraft(null);
        }}
      />
      {complaint && (
        <p role="alert" className={styles.complaint}>
          {complaint}
        </p>
      )}
    </div>
  );
}
