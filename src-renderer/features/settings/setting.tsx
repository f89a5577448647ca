import type { ReactNode } from 'react';
import { EditField } from '../../ui/field/text-field.tsx';
import { useSettings } from './context.ts';
import { fitsQuery, type SettingText } from './texts.ts';
import styles from './settings.module.css';

interface SettingProps extends SettingText {
  readonly children: ReactNode;
}

/** Whether a line matches the search. */
export function useFits(text: SettingText): boolean {
  return useSettings(({ query }) => fitsQuery(text, query));
}

/** A line of the page: a setting's text and control. */
export function Setting({ title, text, children }: SettingProps): ReactNode {
  if (!useFits({ title, text })) return null;
  return (
    <div className={styles.setting}>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  );
}

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onCommit: (value: number) => void;
}

/** A whole number with bounds; shows them when a number outside is typed. */
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

/** The whole number of a text, or null if none within the bounds. */
function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
