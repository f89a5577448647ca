import type { ReactNode } from 'react';
import type { MomentPictures } from '#contract/model/runs/run-analysis';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Tabs, type Tab } from '../../../ui/layout/tabs/tabs.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { TracePicture } from '../picture/trace-picture.tsx';
import type { ComparedShot } from '../state.ts';
import styles from './compare.module.css';

const tabs: readonly Tab<ComparedShot>[] = [
  { id: 'before', title: 'Before' },
  { id: 'after', title: 'After' },
];

/** How the windows of both runs looked at the chosen pair. */
export function ComparedPictures(): ReactNode {
  const shot = useRuns((state) => state.comparedShot);
  const { showCompared } = useRunsApi().getState();
  return (
    <section className={styles.panel} aria-label="Pictures" data-testid="compared-pictures">
      <div className={styles.shots}>
        <Tabs label="Pictures" tabs={tabs} active={shot} onChange={showCompared}>
          <Both shot={shot} />
        </Tabs>
      </div>
    </section>
  );
}

function Both({ shot }: { readonly shot: ComparedShot }): ReactNode {
  const moments = useRuns((state) => state.comparing?.moments);
  const current = useRuns((state) => state.current);
  const other = useRuns((state) => state.comparing?.other.id);
  if (!moments) return null;
  return (
    <div className={styles.both}>
      <One title="First run" run={current ?? ''} shot={shot} pictures={moments.a} />
      {other !== '' && <One title="Second run" run={other ?? ''} shot={shot} pictures={moments.b} />}
    </div>
  );
}

interface OneProps {
  readonly title: string;
  readonly run: string;
  readonly shot: ComparedShot;
  readonly pictures: MomentPictures | null;
}

function One({ title, run, shot, pictures }: OneProps): ReactNode {
  const picture = pictures?.[shot];
  const target = shot === 'before' ? pictures?.target : null;
  return (
    <figure className={styles.one}>
      <figcaption className={styles.caption}>{title}</figcaption>
      <div className={styles.shot}>
        {picture ? (
          <TracePicture
            key={picture.blob}
            picture={picture}
            run={run}
            boxes={target ? [target] : []}
            alt={`${title}, ${shot}`}
            testId={`compared-${title === 'First run' ? 'a' : 'b'}`}
          />
        ) : (
          <EmptyState
            icon="device-camera"
            title={pictures ? `No picture from ${shot}` : 'No counterpart in this run'}
          />
        )}
      </div>
    </figure>
  );
}
