import { useState, type ReactNode } from 'react';
import { TextField } from './text-field.tsx';
import styles from './field.module.css';

interface EditFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
  readonly type?: string;
  readonly placeholder?: string;
  /** Why a text is no good; null where it is. */
  readonly complain?: (text: string) => string | null;
}

/** A text field whose change counts when it is done and good: Enter or leaving commits, Escape takes it back. */
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
