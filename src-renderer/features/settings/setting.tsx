import type { ReactNode } from 'react';
import { settingRange, type NumberSetting } from '#contract/model/settings';
import { EditField } from '../../ui/field/text-field.tsx';
import { useSettings, useSettingsApi } from './context.ts';
import { fitsQuery, settingTexts, type SettingText } from './texts.ts';
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

interface NumberLineProps {
  readonly name: NumberSetting & keyof typeof settingTexts;
  readonly label: string;
  readonly value: number;
}

/** A line for a whole number; shows the bounds when a number outside is typed. */
export function NumberLine({ name, label, value }: NumberLineProps): ReactNode {
  const { change } = useSettingsApi().getState();
  const { min, max } = settingRange(name);
  return (
    <Setting {...settingTexts[name]}>
      <EditField
        label={label}
        type="number"
        value={String(value)}
        complain={(text) => (wholeNumber(text, min, max) === null ? `A whole number from ${min} to ${max}.` : null)}
        onCommit={(text) => void change({ [name]: Number(text) })}
      />
    </Setting>
  );
}

/** The whole number of a text, or null if none within the bounds. */
function wholeNumber(text: string, min: number, max: number): number | null {
  if (!/^\d+$/.test(text.trim())) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}
