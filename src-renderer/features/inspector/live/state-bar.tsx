import type { ReactNode } from 'react';
import { toWire } from '#contract/errors';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { clockTime } from './clock-time.ts';
import { useDoubt } from './doubt.ts';
import styles from './live.module.css';

/** Says whenever tree and picture are not what is on the desktop now, and what to do. */
export function StateBar(): ReactNode {
  const { doubt, ageMs } = useDoubt();
  if (doubt === 'closed') return <ClosedBar />;
  if (doubt === 'old') return <OldBar ageMs={ageMs} />;
  if (doubt === 'paused') return <OldBar ageMs={ageMs} why="Not live while you record. " />;
  if (doubt === 'moving') return <MovingBar />;
  return null;
}

function OldBar({ ageMs, why = '' }: { readonly ageMs: number; readonly why?: string }): ReactNode {
  const error = useInspector((state) => state.liveError);
  const { refresh } = useInspectorApi().getState();
  return (
    <div role="status" className={styles.bar} data-testid="doubt">
      <Icon name="history" />
      <span className={styles.text} data-tip={error === null ? undefined : toWire(error).message}>
        {why}Tree is {Math.round(ageMs / 1000)} s old
      </span>
      <Button icon="refresh" onClick={() => void refresh()}>
        Refresh
      </Button>
    </div>
  );
}

function MovingBar(): ReactNode {
  return (
    <div role="status" className={styles.bar} data-testid="doubt">
      <Icon name="history" />
      <span className={styles.text}>The window is moving. Boxes may be off.</span>
    </div>
  );
}

function ClosedBar(): ReactNode {
  const closedAt = useInspector((state) => state.closedAt) ?? 0;
  const title = useInspector((state) => state.window?.title);
  const returned = useInspector((state) => state.returned);
  const { resume } = useInspectorApi().getState();
  return (
    <div role="status" className={styles.bar} data-testid="closed">
      <Icon name="circle-slash" />
      <span className={styles.text}>
        “{title}” closed {clockTime(closedAt)}. What is known of it stays here.
      </span>
      {returned && (
        <Button icon="debug-restart" variant="primary" onClick={() => void resume()}>
          Reopened. Inspect again
        </Button>
      )}
    </div>
  );
}
