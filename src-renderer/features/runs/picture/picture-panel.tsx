import { useRef, type ReactNode } from 'react';
import type { TraceEventOf, TracedPicture } from '#contract/model/trace';
import type { Rect } from '#contract/model/geometry';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { Tabs, type Tab } from '../../../ui/tabs/tabs.tsx';
import { useElementSize } from '../../../ui/use-element-size.ts';
import { useRuns, useRunsApi } from '../context.ts';
import { selectedCall, type Shot } from '../state.ts';
import { fit, inPicture } from './place.ts';
import { Timeline } from './timeline.tsx';
import styles from './picture.module.css';

const tabs: readonly Tab<Shot>[] = [
  { id: 'before', title: 'Before' },
  { id: 'target', title: 'Target' },
  { id: 'after', title: 'After' },
];

/** What the chosen call saw: before it, what it acted on, and after it. */
export function PicturePanel(): ReactNode {
  return (
    <section className={styles.panel} aria-label="Pictures" data-testid="call-pictures">
      <Timeline />
      <Shots />
    </section>
  );
}

function Shots(): ReactNode {
  const shot = useRuns((state) => state.shot);
  const chosen = useRuns((state) => state.selected !== null);
  const { showShot } = useRunsApi().getState();
  if (!chosen) {
    return (
      <EmptyState icon="device-camera" title="No call chosen">
        Choose a call to see its window before and after it, and what it acted on.
      </EmptyState>
    );
  }
  return (
    <div className={styles.shots}>
      <Tabs label="Pictures" tabs={tabs} active={shot} onChange={showShot}>
        <Shown shot={shot} />
      </Tabs>
    </div>
  );
}

function Shown({ shot }: { readonly shot: Shot }): ReactNode {
  const details = useRuns((state) => state.details);
  const running = useRuns((state) => selectedCall(state)?.status === 'running');
  if (!details) return <Loading what="Reading the call" />;
  const seen = shot === 'after' ? details.seen.after : details.seen.before;
  const box = shot === 'target' ? (details.after?.resolution?.bounds ?? null) : null;
  if (seen?.picture) return <Picture picture={seen.picture} box={box} shot={shot} />;
  return <NoPicture seen={seen} effect={details.before?.effect} running={running} />;
}

interface NoPictureProps {
  readonly seen: TraceEventOf<'seen'> | null;
  readonly effect: TraceEventOf<'before'>['effect'];
  readonly running: boolean;
}

function NoPicture({ seen, effect, running }: NoPictureProps): ReactNode {
  if (seen)
    return (
      <EmptyState icon="eye-closed" title="There is no picture">
        {seen.note}
      </EmptyState>
    );
  if (effect !== undefined && effect !== 'observe') {
    const text = running ? 'It comes when the call is over.' : 'The call was not carried out, or the run ended before.';
    return (
      <EmptyState icon="device-camera" title="There is no picture">
        {text}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="eye" title="This call only looked">
      Pictures are taken of calls that act. What it answered stands at the right.
    </EmptyState>
  );
}

interface PictureProps {
  readonly picture: TracedPicture;
  readonly box: Rect | null;
  readonly shot: Shot;
}

function Picture({ picture, box, shot }: PictureProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const size = useElementSize(frame);
  const url = useRuns((state) => state.pictures.get(picture.blob));
  const place = picture.bounds && fit(picture.bounds, size);
  return (
    <div ref={frame} className={styles.frame} data-testid={`picture-${shot}`}>
      {url === null && <EmptyState icon="warning" title="The picture is missing from the trace" />}
      {url && (
        <div className={styles.picture} style={place ? { width: place.width, height: place.height } : undefined}>
          <img src={url} alt={alts[shot]} className={styles.image} draggable={false} />
          {box && picture.bounds && place && <Box box={inPicture(box, picture.bounds, place.factor)} />}
        </div>
      )}
    </div>
  );
}

const alts: Readonly<Record<Shot, string>> = {
  before: 'The window before the call',
  target: 'The window before the call, with what it acted on',
  after: 'The window after the call',
};

function Box({ box: { x, y, width, height } }: { readonly box: Rect }): ReactNode {
  return (
    <div
      aria-hidden="true"
      className={styles.box}
      data-testid="target-box"
      style={{ left: x, top: y, width, height }}
    />
  );
}
