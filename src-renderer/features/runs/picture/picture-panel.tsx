import type { ReactNode } from 'react';
import type { CallDetails } from '#contract/model/runs/run';
import type { TraceEventOf } from '#contract/model/runs/trace';
import type { Rect } from '#contract/model/geometry';
import { EmptyState, Loading } from '../../../ui/state/state.tsx';
import { Tabs, type Tab } from '../../../ui/layout/tabs/tabs.tsx';
import { useRuns, useRunsApi } from '../context.ts';
import { fronts, selectedCall, shots, type Front, type Shot, type RunsData } from '../state.ts';
import { TimeAxis } from '../axis/time-axis.tsx';
import { Blackboard } from '../step-state/blackboard.tsx';
import { States } from '../step-state/states.tsx';
import { SubTaskGraph } from '../step-state/sub-task-graph.tsx';
import { useEvents } from '../step/of-step.ts';
import { TracePicture } from './trace-picture.tsx';
import styles from './picture.module.css';

type TabId = Shot | Front;

const ofCall: readonly Tab<TabId>[] = [
  { id: 'before', title: 'Before' },
  { id: 'target', title: 'Target' },
  { id: 'after', title: 'After' },
];
const saw: Tab<TabId> = { id: 'saw', title: 'Saw' };
const ofRun: readonly Tab<TabId>[] = [
  { id: 'states', title: 'States' },
  { id: 'plan', title: 'Sub-tasks' },
  { id: 'blackboard', title: 'Blackboard' },
];

/** Pictures of the selected step or call: before it, its target, and after it; and the agents' state then. */
export function PicturePanel(): ReactNode {
  return (
    <section className={styles.panel} aria-label="Pictures" data-testid="call-pictures">
      <TimeAxis />
      <Shots />
    </section>
  );
}

/** Available pictures of the selection. */
function useTabs(): readonly Tab<TabId>[] {
  const called = useRuns((state) => state.selected !== null);
  const stepped = useRuns((state) => state.step !== null);
  const acted = useRuns((state) => state.stepCalls.length > 0);
  const agents = useRuns((state) => state.steps.length > 0);
  const pictures = called ? ofCall : stepped ? [saw, ...(acted ? ofCall : [])] : [];
  return agents ? [...pictures, ...ofRun] : pictures;
}

function Shots(): ReactNode {
  const tabs = useTabs();
  const front = useRuns((state) => state.front);
  const shot = useRuns((state) => (state.selected === null ? state.stepShot : state.shot));
  const { showShot, showFront } = useRunsApi().getState();
  const [first] = tabs;
  if (!first) {
    return (
      <EmptyState icon="device-camera" title="Nothing selected">
        Select a call to see its window before and after, and its target.
      </EmptyState>
    );
  }
  const wanted: TabId = front === 'picture' ? shot : front;
  const active = tabs.find(({ id }) => id === wanted)?.id ?? first.id;
  const show = (id: TabId) => (isShot(id) ? showShot(id) : showFront(isFront(id) ? id : 'picture'));
  return (
    <div className={styles.shots}>
      <Tabs label="Pictures" tabs={tabs} active={active} onChange={show}>
        <Shown id={active} />
      </Tabs>
    </div>
  );
}

function isShot(id: TabId): id is Shot {
  return (shots as readonly string[]).includes(id);
}

function isFront(id: TabId): id is Front {
  return (fronts as readonly string[]).includes(id);
}

function Shown({ id }: { readonly id: TabId }): ReactNode {
  if (isShot(id)) return id === 'saw' ? <SawPicture /> : <CallPicture shot={id} />;
  if (id === 'states') return <States />;
  return id === 'plan' ? <SubTaskGraph /> : <Blackboard />;
}

type CallShot = Exclude<Shot, 'saw'>;

/** Of a step: before its first act, and after its last. */
function useShownCall(shot: CallShot): CallDetails | null {
  const call = useRuns((state) => (state.selected === null ? null : state.details));
  const ofStep = useRuns((state) => state.stepCalls);
  const acts = ofStep.filter(({ seen }) => seen.before ?? seen.after);
  return call ?? (shot === 'after' ? acts.at(-1) : acts[0]) ?? ofStep[0] ?? null;
}

function CallPicture({ shot }: { readonly shot: CallShot }): ReactNode {
  const details = useShownCall(shot);
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

const alts: Readonly<Record<CallShot, string>> = {
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
    const text = running ? 'It appears when the call ends.' : 'The call was not carried out, or the run ended before.';
    return (
      <EmptyState icon="device-camera" title="There is no picture">
        {text}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="eye" title="This call only looked">
      Only actions have pictures. The answer is on the right.
    </EmptyState>
  );
}

/** The model's picture in the selected step, with its chosen controls marked. */
function SawPicture(): ReactNode {
  const read = useRuns((state) => state.stepDetails !== null);
  const pictures = useEvents('saw').at(-1)?.pictures ?? [];
  const targets = useEvents('acted').flatMap(({ target }) => target ?? []);
  const windowAt = useRuns(boundsBefore);
  if (!read) return <Loading what="Reading the step" />;
  const [first] = pictures;
  if (!first) {
    return (
      <EmptyState icon="eye-closed" title="The model received no picture">
        Its input is on the right, under Prompt.
      </EmptyState>
    );
  }
  const bounds = first.bounds ?? windowAt;
  return (
    <TracePicture
      key={first.blob}
      picture={{ blob: first.blob, bounds }}
      boxes={bounds ? targets : []}
      alt={targets.length > 0 ? 'What the model saw, with its choice' : 'What the model saw'}
      testId="picture-saw"
    />
  );
}

/** The bounds of the step's window, from pictures of its first call. */
function boundsBefore({ stepCalls }: RunsData): Rect | null {
  for (const { seen } of stepCalls) if (seen.before?.picture?.bounds) return seen.before.picture.bounds;
  return null;
}
