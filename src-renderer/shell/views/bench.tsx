import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { IconName } from '../../ui/icon/icon.tsx';
import { Split, type SplitPanel, useNarrow } from '../../ui/layout/split/split.tsx';
import { Tabs } from '../../ui/layout/tabs/tabs.tsx';
import { ErrorBoundary } from '../../ui/state/state.tsx';
import styles from './views.module.css';

export interface BenchPanel extends SplitPanel {
  /** Its tab if there is no room beside the centre. */
  readonly tab: string;
  readonly icon: IconName;
}

interface BenchProps {
  readonly id: string;
  readonly left: SplitPanel;
  readonly centre: BenchPanel;
  readonly right: BenchPanel;
  /** What the centre shows: if it changes, the centre's tab comes to the front. */
  readonly shows?: string;
}

/** Three panels side by side; in a narrow window, the right one is a tab beside the centre. */
export function Bench({ id, left, centre, right, shows = '' }: BenchProps): ReactNode {
  const narrow = useNarrow();
  if (!narrow) return <Split id={id} direction="horizontal" panels={[left, centre, right]} />;
  const folded = {
    id: `${id}-folded`,
    label: centre.label,
    size: 1,
    min: Math.max(centre.min, right.min),
    content: <Folded panels={[centre, right]} shows={shows} />,
  };
  return <Split key="narrow" id={`${id}-narrow`} direction="horizontal" panels={[left, folded]} />;
}

/** Both keep their state while the other one is shown. */
function Folded({ panels, shows }: { readonly panels: readonly BenchPanel[]; readonly shows: string }): ReactNode {
  const centre = panels[0]?.id ?? '';
  const [front, setFront] = useState(centre);
  const before = useRef(shows);
  useEffect(() => {
    if (before.current !== shows) setFront(centre);
    before.current = shows;
  }, [shows, centre]);
  const tabs = panels.map(({ id, tab, icon }) => ({ id, title: tab, icon }));
  return (
    <Tabs label="Panels" tabs={tabs} active={front} onChange={setFront}>
      {panels.map(({ id, content }) => (
        <div key={id} className={styles.folded} hidden={id !== front}>
          {content}
        </div>
      ))}
    </Tabs>
  );
}

/** A part of the window reachable by F6. */
export function Region({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div data-region={name} className={styles.region} data-side={name === 'main' ? undefined : 'true'}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </div>
  );
}
