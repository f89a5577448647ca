import { useState, type ReactNode } from 'react';
import { TextField } from './text-field.tsx';

interface EditFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onCommit: (value: string) => void;
  readonly type?: string;
}

/** A text field whose change counts when it is done: Enter or leaving commits, Escape takes it back. */
export function EditField({ label, value, onCommit, type }: EditFieldProps): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== value) onCommit(draft);
    setDraft(null);
  };
  return (
    <TextField
      label={label}
      type={type}
      value={draft ?? value}
      onText={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape' && draft !== null) {
          event.stopPropagation();
          setDraft(null);
        }
      }}
    />
  );
}
