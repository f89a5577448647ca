import type { ReactNode } from 'react';
import { EditField } from '../../ui/field/edit-field.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onCommit: (value: number) => void;
}

/** A whole number between bounds; it says them where another one is typed. */
export function NumberField({ label, value, min, max, onCommit }: NumberFieldProps): ReactNode {
  return (
    <EditField
      label={label}
      type="number"
      value={String(value)}
      complain={(text) => (wholeNumber(text, min, max) === null ? `A whole number from ${min} to ${max}.` : null)}
      onCommit={(text) => onCommit(Number(text))}
    />
  );
}

/** The whole number a text says, or null where it says none between the bounds. */
function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
