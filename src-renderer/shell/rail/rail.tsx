import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { useApp, useCommand, useShell } from '../app-context.tsx';
import { useStore } from 'zustand';
import { isRecording } from '../../features/recorder/index.ts';
import { views, type View } from '../views/list.ts';
import styles from './rail.module.css';

/** The views, one below the other. */
export function Rail(): ReactNode {
  return (
    <nav aria-label="Views" data-region="rail" className={styles.rail}>
      {views.map(({ id }) => (
        <RailItem key={id} view={id} />
      ))}
    </nav>
  );
}

function RailItem({ view }: { readonly view: View }): ReactNode {
  const command = useCommand(`view.${view}`);
  const active = useShell((state) => state.view === view);
  const live = useStore(useApp().recorder, isRecording) && view === 'record';
  return (
    <button
      type="button"
      aria-current={active ? 'page' : undefined}
      aria-label={live ? `${command.title}, recording` : command.title}
      data-tip={command.title}
      data-tip-keys={command.keys?.[0]}
      data-tip-side="right"
      data-testid={`rail-${view}`}
      className={classNames(styles.item, active && styles.active)}
      onClick={() => command.run()}
    >
      <Icon name={command.icon} />
      {live && <span className={styles.live} />}
    </button>
  );
}
