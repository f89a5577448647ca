import type { ReactNode } from 'react';
import { KeyList } from '../../features/agents/index.ts';
import { GrantList, Tokens } from '../../features/consent/index.ts';
import { partTexts, SettingsPage } from '../../features/settings/index.ts';
import { Region } from './bench.tsx';
import styles from './views.module.css';

const parts = [
  { ...partTexts.models, content: <KeyList /> },
  { ...partTexts.tokens, content: <Tokens /> },
  { ...partTexts.grants, content: <GrantList /> },
];

export function SettingsView(): ReactNode {
  return (
    <div className={styles.whole}>
      <Region name="main">
        <SettingsPage parts={parts} />
      </Region>
    </div>
  );
}
