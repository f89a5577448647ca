import type { ReactNode } from 'react';
import type { TraceEventOf } from '#contract/model/trace';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { Tabs, type Tab } from '../../../ui/tabs/tabs.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { selectedCall, type RunsState, type Shot } from '../state.ts';
import { TimeAxis } from '../axis/time-axis.tsx';
import { SawPicture } from './saw-picture.tsx';
import { TracePicture } from './trace-picture.tsx';
import styles from './picture.module.css';

type TabId = Shot | 'saw';

const ofCall: readonly Tab<TabId>[] = [
  { id: 'before', title: 'Before' },
  { id: 'target', title: 'Target' },
  { id: 'after', title: 'After' },
];
const ofStep: readonly Tab<TabId>[] = [{ id: 'saw', title: 'Saw' }];
const nothing: readonly Tab<TabId>[] = [];

/** What the chosen step or call saw: before it, what it acted on, and after it. */
export function PicturePanel(): ReactNode {
  return (
    <section className={styles.panel} aria-label="Pictures" data-testid="call-pictures">
      <TimeAxis />
      <Shots />
    </section>
  );
}

/** What of the chosen there is to be seen, and which of it is. */
function tabsOf({ selected, step }: RunsState): readonly Tab<TabId>[] {
  if (selected !== null) return ofCall;
  return step === null ? nothing : ofStep;
}

function Shots(): ReactNode {
  const tabs = useRuns(tabsOf);
  const shot = useRuns((state) => state.shot);
  const { showShot } = useRunsApi().getState();
  if (tabs === nothing) {
    return (
      <EmptyState icon="device-camera" title="Nothing chosen">
        Choose a call to see its window before and after it, and what it acted on.
      </EmptyState>
    );
  }
  const active = tabs === ofStep ? 'saw' : shot;
  return (
    <div className={styles.shots}>
      <Tabs label="Pictures" tabs={tabs} active={active} onChange={(id) => id !== 'saw' && showShot(id)}>
        {active === 'saw' ? <SawPicture /> : <Shown shot={active} />}
      </Tabs>
    </div>
  );
}

function Shown({ shot }: { readonly shot: Shot }): ReactNode {
  const details = useRuns((state) => state.details);
  const running = useRuns((state) => selectedCall(state)?.status === 'running');
  if (!details) return <Loading what="Reading the call" />;
  const seen = shot === 'after' ? details.seen.after : details.seen.before;
  const box = shot === 'target' ? details.after?.resolution?.bounds : undefined;
  if (seen?.picture) {
    const boxes = box ? [box] : [];
    return <TracePicture picture={seen.picture} boxes={boxes} alt={alts[shot]} testId={`picture-${shot}`} />;
  }
  return <NoPicture seen={seen} effect={details.before?.effect} running={running} />;
}

const alts: Readonly<Record<Shot, string>> = {
  before: 'The window before the call',
  target: 'The window before the call, with what it acted on',
  after: 'The window after the call',
};

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
