import type { ReactNode } from 'react';
import { EditField } from '../../ui/field/edit-field.tsx';
import { wholeNumber } from './whole-number.ts';

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
