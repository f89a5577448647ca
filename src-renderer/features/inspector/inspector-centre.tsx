import { useEffect, type ReactNode } from 'react';
import { oneLine, quoted } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import { formatRect } from '#contract/model/geometry';
import { changeLines } from '#contract/model/elements/diff';
import type { SnapshotOf } from '#contract/model/windows/window-snapshot';
import { toWire } from '#contract/errors';
import { IconButton, Button, CopyButton } from '../../ui/button/button.tsx';
import type { Command } from '../../ui/command.ts';
import { Code } from '../../ui/code/code.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { EmptyState, ErrorState, Loading } from '../../ui/state/state.tsx';
import { Split } from '../../ui/layout/split/split.tsx';
import { Tabs } from '../../ui/layout/tabs/tabs.tsx';
import { Icon } from '../../ui/icon/icon.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { PanelHeader } from '../../ui/layout/section/section.tsx';
import { TreeChanges } from '../../ui/tree-changes/tree-changes.tsx';
import { BookmarksDialog } from './bookmarks/bookmarks-dialog.tsx';
import { ConsoleView } from './console/console-view.tsx';
import { useInspector, useInspectorApi } from './context.ts';
import { EventLog } from './events/event-log.tsx';
import { FindingsView } from './findings/findings-view.tsx';
import { useLive, clockSeconds, clockTime, useDoubt } from './live/live.ts';
import { PictureView } from './picture/picture-view.tsx';
import { hasEarlier } from './store/history-slice.ts';
import type { CentreTab } from './store/state.ts';
import { TextView } from './text/text-view.tsx';
import styles from './inspector.module.css';

const tabs = [
  { id: 'picture', title: 'Picture', icon: 'file-media' },
  { id: 'findings', title: 'Findings', icon: 'checklist' },
  { id: 'text', title: 'Text', icon: 'symbol-text' },
  { id: 'code', title: 'Code', icon: 'code' },
  { id: 'console', title: 'Console', icon: 'terminal' },
] as const;

interface InspectorCentreProps {
  readonly theme: string;
  /** Placeholder for the picture while no window is inspected. */
  readonly start: ReactNode;
  /** Commands for an element. */
  readonly menu: readonly Command[];
  /** Commands for a bookmark. */
  readonly bookmarkMenu: readonly Command[];
}

/** The middle of the Inspect view: the window's picture, or the code of the selected element. */
export function InspectorCentre({ theme, start, menu, bookmarkMenu }: InspectorCentreProps): ReactNode {
  const tab = useInspector((state) => state.tab);
  const eventsOpen = useInspector((state) => state.eventsOpen);
  const empty = useInspector((state) => state.window === null);
  const { setTab } = useInspectorApi().getState();
  useLive();
  const look = empty ? (
    start
  ) : (
    <Tabs label="Window" tabs={tabs} active={tab} onChange={setTab} extra={<Tools tab={tab} />}>
      {tab === 'picture' && <PictureView menu={menu} />}
      {tab === 'findings' && <FindingsView menu={menu} />}
      {tab === 'text' && <TextView />}
      {tab === 'code' && <ElementCode theme={theme} />}
      {tab === 'console' && <ConsoleView />}
    </Tabs>
  );
  return (
    <section className={styles.centre} aria-label="Window">
      <PickBanner />
      <ComparisonDialog />
      <BookmarksDialog menu={bookmarkMenu} />
      <StateBar />
      {eventsOpen ? <WithEvents menu={menu}>{look}</WithEvents> : look}
    </section>
  );
}

/** The log is below the picture, so that its events are marked there. */
function WithEvents({
  children,
  menu,
}: {
  readonly children: ReactNode;
  readonly menu: readonly Command[];
}): ReactNode {
  return (
    <Split
      id="inspect-events"
      direction="vertical"
      panels={[
        { id: 'events-above', label: 'window', size: 60, min: 140, content: children },
        { id: 'events-log', label: 'event log', size: 40, min: 120, content: <EventLog menu={menu} /> },
      ]}
    />
  );
}

function EventsButton(): ReactNode {
  const open = useInspector((state) => state.eventsOpen);
  const { toggleEvents } = useInspectorApi().getState();
  return (
    <IconButton
      icon="pulse"
      label="Event log"
      aria-pressed={open}
      data-tip-keys="Ctrl+Shift+U"
      data-testid="events-toggle"
      onClick={toggleEvents}
    />
  );
}

function Tools({ tab }: { readonly tab: CentreTab }): ReactNode {
  return (
    <>
      {tab === 'picture' && <PictureTools />}
      {tab === 'findings' && <FindingsTools />}
      {tab === 'text' && <TextTools />}
      {tab === 'code' && <CodeTools />}
      {tab === 'console' && <ConsoleTools />}
      <EventsButton />
    </>
  );
}

function ConsoleTools(): ReactNode {
  const { clearConsole } = useInspectorApi().getState();
  return <IconButton icon="clear-all" label="Clear the console" onClick={clearConsole} />;
}

function HistoryButton(): ReactNode {
  const none = useInspector((state) => !hasEarlier(state));
  const { earlier } = useInspectorApi().getState();
  return (
    <IconButton
      icon="history"
      label="Show the window as it was before"
      disabled={none}
      data-tip-keys="Alt+ArrowLeft"
      data-testid="earlier"
      onClick={earlier}
    />
  );
}

function FindingsTools(): ReactNode {
  const window = useInspector((state) => state.window);
  const { checkWindow } = useInspectorApi().getState();
  if (window === null) return null;
  return (
    <>
      <span className={styles.windowTitle}>{oneLine(window.title)}</span>
      <IconButton icon="refresh" label="Check the window again" onClick={() => void checkWindow()} />
    </>
  );
}

function TextTools(): ReactNode {
  const window = useInspector((state) => state.window);
  const { readText } = useInspectorApi().getState();
  if (window === null) return null;
  return (
    <>
      <span className={styles.windowTitle}>{oneLine(window.title)}</span>
      <IconButton icon="refresh" label="Read the text again" onClick={() => void readText()} />
    </>
  );
}

function PictureTools(): ReactNode {
  const window = useInspector((state) => state.window);
  const { refresh } = useInspectorApi().getState();
  if (window === null) return null;
  return (
    <>
      <span className={styles.windowTitle}>{oneLine(window.title)}</span>
      <HistoryButton />
      <IconButton icon="refresh" label="Take the picture again" onClick={() => void refresh()} />
    </>
  );
}

function ElementCode({ theme }: { readonly theme: string }): ReactNode {
  const element = useInspector((state) => state.details?.id ?? null);
  const isGone = useInspector((state) => state.past !== null || state.closedAt !== null || state.goneAt !== null);
  const codes = useInspector((state) => state.codes);
  const error = useInspector((state) => state.codeError);
  const format = useInspector((state) => state.codeFormat);
  const { loadCodes } = useInspectorApi().getState();
  useEffect(() => {
    if (!isGone) void loadCodes();
  }, [loadCodes, element, isGone]);
  if (element === null) {
    return (
      <EmptyState icon="code" title="No element selected">
        Select an element to see the code that clicks it.
      </EmptyState>
    );
  }
  if (isGone) {
    return (
      <EmptyState icon="code" title="The element is gone">
        Code is written for an element that is there. Its selectors stay in the panel on the right.
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState error={error} onRetry={() => void loadCodes()} />;
  if (codes === null) return <Loading what="Writing the code" />;
  const code = codes.find((one) => one.format === format) ?? codes[0];
  return code && <Code label="Code of the element" text={code.text} language={code.language} theme={theme} />;
}

function CodeTools(): ReactNode {
  const codes = useInspector((state) => state.codes);
  const format = useInspector((state) => state.codeFormat);
  const { setCodeFormat, copyCode } = useInspectorApi().getState();
  if (codes === null) return null;
  const options = codes.map((one) => ({ value: one.format, title: one.label }));
  return (
    <>
      <SelectField label="Language" value={format} options={options} onChange={setCodeFormat} />
      <CopyButton what="code" onCopy={() => void copyCode()} />
    </>
  );
}

/** Shows that a pick is running, and the hovered element. */
function PickBanner(): ReactNode {
  const picking = useInspector((state) => state.picking);
  const hovered = useInspector((state) => state.hovered);
  const { stopPick } = useInspectorApi().getState();
  if (!picking) return null;
  return (
    <div className={styles.banner} data-testid="pick-banner">
      <Icon name="inspect" />
      <strong role="status">Picking: click an element, or press Esc to cancel.</strong>
      {hovered && (
        <span className={styles.hit}>
          {describeElement(hovered.element)} in {quoted(hovered.window.title)}
          {hovered.element.bounds && <span className={styles.place}>{formatRect(hovered.element.bounds)}</span>}
        </span>
      )}
      <Button onClick={() => void stopPick()}>Stop</Button>
    </div>
  );
}

/** Differences between two snapshots, or a snapshot and the current window. */
function ComparisonDialog(): ReactNode {
  const comparison = useInspector((state) => state.comparison);
  const { endComparison, copy } = useInspectorApi().getState();
  if (comparison === null) return null;
  const { before, after, change } = comparison;
  const text = changeLines(change)
    .map((line) => `${line.sign} ${line.text}\n`)
    .join('');
  return (
    <Dialog label="Difference of snapshots" onClose={endComparison}>
      <div className={styles.page} data-testid="comparison">
        <PanelHeader title="Difference of snapshots">
          <CopyButton what="difference" onCopy={() => void copy(text)} />
          <Button onClick={endComparison}>Close</Button>
        </PanelHeader>
        <div className={styles.body} tabIndex={0} role="region" aria-label="Differences">
          <p className={styles.of}>Before: {inWords(before)}</p>
          <p className={styles.of}>After: {inWords(after)}</p>
          <TreeChanges change={change} title="Differences" nothing="Both have the same elements." />
        </div>
      </div>
    </Dialog>
  );
}

function inWords({ title, app, takenAt, elements }: SnapshotOf): string {
  return `${oneLine(title || app)} · ${new Date(takenAt).toLocaleString('en-GB')} · ${elements} elements`;
}

/** Warns when tree and picture are stale, and offers a way out. */
function StateBar(): ReactNode {
  const { doubt, ageMs } = useDoubt();
  if (doubt === 'past') return <PastBar />;
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

/** An earlier state of the window, and the ways to others. */
function PastBar(): ReactNode {
  const past = useInspector((state) => state.past);
  const isFirst = useInspector((state) => !hasEarlier(state));
  const closed = useInspector((state) => state.closedAt !== null);
  const readsLive = useInspector(({ tab }) => tab === 'findings' || tab === 'text');
  const { earlier, later, goLive } = useInspectorApi().getState();
  if (!past) return null;
  const gone = past.goneAfter.length;
  return (
    <div role="status" className={styles.bar} data-testid="past">
      <Icon name="history" />
      <span className={styles.text}>
        As it was until {clockSeconds(past.until ?? past.from)}
        {gone > 0 && ` · ${gone === 1 ? '1 element' : `${gone} elements`} gone since`}
        {readsLive && ' · This tab checks the window as it is now'}
      </span>
      <IconButton
        icon="arrow-left"
        label="Earlier"
        disabled={isFirst}
        data-tip-keys="Alt+ArrowLeft"
        onClick={earlier}
      />
      <IconButton icon="arrow-right" label="Later" data-tip-keys="Alt+ArrowRight" onClick={later} />
      <Button icon="debug-continue" onClick={goLive}>
        {closed ? 'Last state' : 'Live'}
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
        “{title}” closed {clockTime(closedAt)}. The last known state is shown.
      </span>
      {returned && (
        <Button icon="debug-restart" variant="primary" onClick={() => void resume()}>
          Reopened. Inspect again
        </Button>
      )}
    </div>
  );
}
