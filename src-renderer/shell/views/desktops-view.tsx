import type { ReactNode } from 'react';
import { DesktopsPage } from '../../features/desktops/index.ts';
import { Region } from './bench.tsx';
import styles from './views.module.css';

export function DesktopsView(): ReactNode {
  return (
    <div className={styles.whole}>
      <Region name="main">
        <DesktopsPage />
      </Region>
    </div>
  );
}
