import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { describeStep } from '#contract/model/recordings/recording';
import { Button, CommandButton } from '../../../ui/button/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Command } from '../../../ui/command.ts';
import { List } from '../../../ui/list/list.tsx';
import { CommandMenu } from '../../../ui/menu/menu.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState, Loading, Notice } from '../../../ui/state/state.tsx';
import { Toolbar } from '../../../ui/layout/toolbar/toolbar.tsx';
import { KeyHint } from '../../../ui/tooltip/key-hint.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useRecorder, useRecorderApi } from '../context.ts';
import { isRecording, replaySummary, stepsOf, useRows } from '../derived.ts';
import { ReplayBar } from '../replay/replay-bar.tsx';
import { stepsScope, rowsBetween, type Row, type Beside } from './rows.ts';
import { GroupRow, StepRow } from './step-row.tsx';
import styles from './steps.module.css';

interface MenuPosition {
  readonly x: number;
  readonly y: number;
}

interface StepsPanelProps {
  readonly commands: readonly Command[];
  readonly record: Command;
  /** Commands of the replay bar. */
  readonly replay: readonly Command[];
  /** Commands that insert steps. */
  readonly insert: readonly Command[];
  /** Context menu of a step. */
  readonly ofStep: readonly Command[];
  /** Context menu of a group. */
  readonly ofGroup: readonly Command[];
}

/** The recorded steps, live, in order. */
export function StepsPanel({ commands, record, replay, insert, ofStep, ofGroup }: StepsPanelProps): ReactNode {
  const panel = useRef<HTMLElement>(null);
  const count = useRecorder((state) => stepsOf(state).length);
  const notice = useRecorder((state) => state.recorded?.notice ?? '');
  // Its commands depend on the recording and the replay.
  useRecorder((state) => state.recorded);
  useRecorder((state) => state.replay.status);
  return (
    <section ref={panel} className={styles.panel} aria-label="Steps" data-testid="steps" data-scope={stepsScope}>
      <PanelHeader title="Steps" note={count || undefined}>
        <Toolbar label="Recording">
          {commands.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </Toolbar>
      </PanelHeader>
      <ReplayBar commands={replay} insert={insert} />
      {notice && (
        <Notice icon="warning" tone="warning">
          {notice}
          <LeftUnsaved />
        </Notice>
      )}
      <Foreign />
      <Unkept />
      <ReplayNotice />
      <Steps record={record} ofStep={ofStep} ofGroup={ofGroup} />
      <GapMenu commands={insert} panel={panel} />
    </section>
  );
}

/** Two options for unsaved steps of the last session. */
function LeftUnsaved(): ReactNode {
  const left = useRecorder((state) => state.recorded?.leftUnsaved === true);
  const { save, clear } = useRecorderApi().getState();
  if (!left) return null;
  return (
    <span className={styles.choices}>
      <Button variant="primary" onClick={() => void save()}>
        Save
      </Button>
      <Button onClick={() => void clear()}>Discard</Button>
    </span>
  );
}

/** Number of lines shown of the programs a file would start. */
const mostShown = 8;

/** Programs a third party's file would start, before any of them runs. */
function Foreign(): ReactNode {
  const starts = useRecorder((state) => state.recorded?.foreign);
  const { trust } = useRecorderApi().getState();
  if (starts === undefined) return null;
  const more = starts.length - mostShown;
  return (
    <div data-testid="foreign">
      <Notice icon="warning" tone="warning">
        This file comes from elsewhere.{' '}
        {starts.length === 0
          ? 'It starts no program, and no step reaches one that could.'
          : 'It would start programs, or use apps that can. Deskscope asks for approval before the first step:'}
        {starts.length > 0 && (
          <ul>
            {starts.slice(0, mostShown).map((sentence, index) => (
              <li key={index}>{sentence}</li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        )}
        <Button icon="check" onClick={() => void trust()}>
          Treat it as mine
        </Button>
      </Notice>
    </div>
  );
}

/** The disk is full: asks for another folder. */
function Unkept(): ReactNode {
  const why = useRecorder((state) => state.recorded?.unkept);
  const { keepElsewhere } = useRecorderApi().getState();
  if (why === undefined) return null;
  return (
    <div data-testid="unkept">
      <Notice icon="warning" tone="warning">
        The recording is not on disk and would be lost in a crash: {why}.{' '}
        <Button icon="folder" onClick={() => void keepElsewhere()}>
          Keep it elsewhere…
        </Button>
      </Notice>
    </div>
  );
}

function ReplayNotice(): ReactNode {
  const status = useRecorder((state) => state.replay.status);
  const summary = useRecorder(replaySummary);
  if (status === 'idle') return null;
  const icon = { running: 'loading', paused: 'debug-pause', passed: 'pass', failed: 'error', stopped: 'debug-stop' }[
    status
  ];
  return (
    <div data-testid="replay-summary" data-status={status} className={styles.replay}>
      <Notice icon={icon}>{summary}</Notice>
    </div>
  );
}

function Steps({ record, ofStep, ofGroup }: Pick<StepsPanelProps, 'record' | 'ofStep' | 'ofGroup'>): ReactNode {
  const [menu, setMenu] = useState<(MenuPosition & { readonly items: readonly Command[] }) | null>(null);
  const rows = useRows();
  const loaded = useRecorder((state) => state.recorded !== null);
  const recording = useRecorder(isRecording);
  const selected = useRecorder((state) => state.selected);
  const anchor = useRecorder((state) => state.anchor);
  const { select, drop } = useRecorderApi().getState();
  if (!loaded) return <Loading what="Reading the recording" />;
  if (rows.length === 0) return <NoSteps recording={recording} record={record} />;
  const chosen = new Set(rowsBetween(rows, selected, anchor).map(({ id }) => id));
  return (
    <>
      <List
        label="Steps"
        testId="steps-list"
        items={rows}
        idOf={(row) => row.id}
        textOf={rowText}
        selected={selected}
        chosen={chosen}
        render={(row, index) => (
          <>
            {'step' in row ? <StepRow {...row} /> : <GroupRow {...row} />}
            {!recording && index === 0 && <Gap id={row.id} after={false} />}
            {!recording && <Gap id={row.id} after />}
          </>
        )}
        rowClass={rowClass}
        onSelect={select}
        onMenu={(id, at) => {
          if (!chosen.has(id)) select(id);
          const isGroup = rows.some((row) => row.id === id && 'group' in row);
          setMenu({ ...at, items: isGroup && chosen.size <= 1 ? ofGroup : ofStep });
        }}
        onDrop={(id, beside) => void drop(id, beside)}
      />
      {menu && <CommandMenu label="Step" at={menu} commands={menu.items} onClose={() => setMenu(null)} />}
    </>
  );
}

function rowText(row: Row): string {
  return 'step' in row ? describeStep(row.step) : row.group.name;
}

function rowClass(row: Row): string | undefined {
  const isOff = 'step' in row ? !row.step.enabled : row.steps.every(({ enabled }) => !enabled);
  return classNames(styles.step, isOff && styles.disabled);
}

function NoSteps({ recording, record }: { readonly recording: boolean; readonly record: Command }): ReactNode {
  if (recording) {
    return (
      <EmptyState icon="record" title="Recording">
        Click and type in any app. Each action becomes a step here.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="record"
      title="Nothing recorded yet"
      action={
        <Button variant="primary" icon="record" onClick={() => record.run()}>
          Record <KeyHint keys={record.keys?.[0] ?? ''} />
        </Button>
      }
    >
      Record your actions as steps that you can edit, export and replay.
    </EmptyState>
  );
}

/** A “+” on the edge of a row. For the pointer; `Insert` does the same after the selected row. */
function Gap(beside: Beside): ReactNode {
  const { openGap } = useRecorderApi().getState();
  return (
    <span
      className={styles.gap}
      data-edge={beside.after ? 'bottom' : 'top'}
      data-testid="insert-here"
      data-tip="Insert a step here"
      data-tip-keys="Insert"
      onClick={(event) => {
        event.stopPropagation();
        openGap(beside);
      }}
    >
      <Icon name="add" />
    </span>
  );
}

interface GapMenuProps {
  readonly commands: readonly Command[];
  /** Wraps the rows. */
  readonly panel: RefObject<HTMLElement | null>;
}

/** The menu of steps to insert between two rows, opened there. */
function GapMenu({ commands, panel }: GapMenuProps): ReactNode {
  const gap = useRecorder((state) => state.gap);
  const { openGap, insertAt } = useRecorderApi().getState();
  if (gap === null) return null;
  const row = panel.current?.querySelector(`[role="option"][data-id="${CSS.escape(gap.id)}"]`)?.getBoundingClientRect();
  const at = { x: (row?.left ?? 0) + 32, y: (gap.after ? row?.bottom : row?.top) ?? 0 };
  const items = commands.map((command): Command => ({
    ...command,
    run() {
      insertAt(gap);
      command.run();
    },
  }));
  return <CommandMenu label="Insert a step here" at={at} commands={items} onClose={() => openGap(null)} />;
}
