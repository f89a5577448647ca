import type { ReactNode } from 'react';
import { KeyList } from '../../features/agents/index.ts';
import { GrantList, Tokens } from '../../features/consent/index.ts';
import { SettingsPage } from '../../features/settings/index.ts';
import { Region } from './region.tsx';
import styles from './views.module.css';

export function SettingsView(): ReactNode {
  return (
    <div className={styles.whole}>
      <Region name="main">
        <SettingsPage>
          <KeyList />
          <Tokens />
          <GrantList />
        </SettingsPage>
      </Region>
    </div>
  );
}
