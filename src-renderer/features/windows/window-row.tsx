import { useEffect, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { WindowId, WindowInfo } from '#contract/model/windows/window';
import { Badge } from '../../ui/badge/badge.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { useWindows, useWindowsApi } from './context.ts';
import styles from './windows.module.css';

/** Icon, title, app, and what is special about the window. */
export function WindowRow({ window }: { readonly window: WindowInfo }): ReactNode {
  return (
    <>
      <WindowIcon id={window.id} />
      <span
        className={styles.title}
        data-tip={oneLine(
          [window.title, window.app, window.toolkit, `pid ${window.processId}`].filter(Boolean).join(' · '),
        )}
      >
        {oneLine(window.title) || <i>Untitled</i>}
      </span>
      <span className={styles.app}>{window.app}</span>
      <span className={styles.badges}>
        {window.active && <Badge>active</Badge>}
        {window.state === 'minimized' && <Badge>minimised</Badge>}
        {window.state === 'fullscreen' && <Badge>full screen</Badge>}
        {window.alwaysOnTop && <Badge>on top</Badge>}
        {window.demandsAttention && <Badge>attention</Badge>}
        {window.kind !== 'normal' && <Badge>{window.kind}</Badge>}
      </span>
    </>
  );
}

function WindowIcon({ id }: { readonly id: WindowId }): ReactNode {
  const url = useWindows((state) => state.icons.get(id) ?? null);
  const store = useWindowsApi();
  useEffect(() => void store.getState().loadIcon(id), [store, id]);
  return url ? <img src={url} alt="" className={styles.icon} /> : <Icon name="window" className={styles.icon} />;
}
