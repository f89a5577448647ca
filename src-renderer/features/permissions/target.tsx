import { useEffect, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { oneLine } from '#contract/foreign-text';
import type { PermissionRequest } from '#contract/api';
import { TargetPicture } from './target-picture.tsx';
import { usePictureUrl } from './use-picture-url.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import type { PermissionsStore } from './store.ts';
import styles from './permissions.module.css';

/** Where it would happen, by which tool, and why it is asked. */
export function Target({
  store,
  request,
}: {
  readonly store: PermissionsStore;
  readonly request: PermissionRequest;
}): ReactNode {
  const { target, windowTitle, title, tool, reason } = request;
  return (
    <>
      <div id="where" className={styles.where}>
        <AppIcon store={store} id={request.id} />
        <div className={styles.names}>
          <p className={styles.app}>{oneLine(target)}</p>
          {windowTitle !== '' && <p className={styles.windowTitle}>{oneLine(windowTitle)}</p>}
        </div>
        <p className={styles.tool}>
          {title} <code>{tool}</code>
        </p>
      </div>
      <TargetPicture store={store} request={request} />
      <p id="why" className={styles.why}>
        {whyOf(reason)}
      </p>
    </>
  );
}

function AppIcon({ store, id }: { readonly store: PermissionsStore; readonly id: string }): ReactNode {
  const png = useStore(store, (state) => state.icons[id] ?? null);
  useEffect(() => void store.getState().loadIcon(id), [store, id]);
  const url = usePictureUrl(png);
  return url === null ? (
    <Icon name="window" className={styles.appIcon} />
  ) : (
    <img src={url} alt="" className={styles.appIcon} />
  );
}

function whyOf(reason: string): string {
  if (reason === 'acting') return 'Agents need your permission to act.';
  return `Needs your approval each time because of ${oneLine(reason)}.`;
}
