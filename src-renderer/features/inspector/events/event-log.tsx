import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { oneLine, quoted } from '#contract/foreign-text';
import { eventKinds, type ElementEvent, type EventKind } from '#contract/model/elements/element-event';
import type { Point } from '#contract/model/geometry';
import { Button, IconButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { controlIcon, Icon } from '../../../ui/icon/icon.tsx';
import { VirtualList } from '../../../ui/list/virtual-list.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState } from '../../../ui/state/state.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { ElementMenu } from '../element/element-menu.tsx';
import { useVisible } from '../live/live.ts';
import { shownEvents } from '../store/events-slice.ts';
import styles from './events.module.css';

interface EventLogProps {
  /** Commands for an element. */
  readonly menu: readonly Command[];
}

/** Events announced by the window's app, oldest first. */
export function EventLog({ menu }: EventLogProps): ReactNode {
  useListening();
  const events = useInspector((state) => state.events);
  const eventsText = useInspector((state) => state.eventsText);
  const eventsKind = useInspector((state) => state.eventsKind);
  const dropped = useInspector((state) => state.eventsDropped);
  const shown = useMemo(() => shownEvents({ events, eventsText, eventsKind }), [events, eventsText, eventsKind]);
  const count = shown.length === events.length ? events.length || undefined : `${shown.length} of ${events.length}`;
  return (
    <section className={styles.panel} aria-label="Event log" data-testid="events">
      <PanelHeader title="Events" note={dropped > 0 ? `${count ?? 0}, ${dropped} lost in a burst` : count}>
        <Tools />
      </PanelHeader>
      <Events shown={shown} total={events.length} menu={menu} />
    </section>
  );
}

/** Only while visible and not paused: a closed log does not listen to an app. */
function useListening(): void {
  const store = useInspectorApi();
  const window = useInspector((state) => state.window?.id ?? null);
  const rests = useInspector((state) => state.eventsPaused || state.closedAt !== null);
  const visible = useVisible();
  useEffect(() => {
    if (window === null || rests || !visible) return undefined;
    return store.getState().listen();
  }, [store, window, rests, visible]);
}

function Tools(): ReactNode {
  const text = useInspector((state) => state.eventsText);
  const kind = useInspector((state) => state.eventsKind);
  const paused = useInspector((state) => state.eventsPaused);
  const isEmpty = useInspector((state) => state.events.length === 0);
  const { filterEvents, pauseEvents, clearEvents, saveEvents, toggleEvents } = useInspectorApi().getState();
  const kinds = [{ value: 'all', title: 'All kinds' }, ...eventKinds.map((one) => ({ value: one, title: one }))];
  return (
    <>
      <TextField
        label="Filter events"
        placeholder="Filter, -word excludes"
        icon="filter"
        type="search"
        className={styles.filter}
        value={text}
        onText={(typed) => filterEvents({ text: typed })}
        data-testid="event-filter"
      />
      <SelectField
        label="Kind of event"
        value={kind ?? 'all'}
        options={kinds}
        onChange={(chosen) => filterEvents({ kind: chosen === 'all' ? null : (chosen as EventKind) })}
      />
      <IconButton
        icon={paused ? 'debug-continue' : 'debug-pause'}
        label={paused ? 'Continue listening' : 'Pause listening'}
        aria-pressed={paused}
        onClick={() => pauseEvents(!paused)}
      />
      <IconButton icon="clear-all" label="Clear the log" disabled={isEmpty} onClick={clearEvents} />
      <IconButton icon="save" label="Save event log…" disabled={isEmpty} onClick={() => void saveEvents()} />
      <IconButton icon="close" label="Close the event log" onClick={toggleEvents} />
    </>
  );
}

interface EventsProps extends EventLogProps {
  readonly shown: readonly ElementEvent[];
  readonly total: number;
}

function Events({ shown, total, menu }: EventsProps): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const error = useInspector((state) => state.eventsError);
  const chosen = useInspector((state) => state.chosenEvent);
  const { chooseEvent, hoverRow } = useInspectorApi().getState();
  const rows = useMemo(() => shown.map((event) => ({ id: String(event.sequence), event })), [shown]);
  if (error !== null && total === 0) return <ErrorState error={error} />;
  if (total === 0) return <NoEvents />;
  if (shown.length === 0) return <NoMatches />;
  return (
    <div className={styles.list} onPointerLeave={() => hoverRow(null)}>
      <VirtualList
        label="Events"
        testId="event-rows"
        rows={rows}
        selected={chosen === null ? null : String(chosen)}
        render={({ event }) => <EventRow event={event} />}
        onSelect={(id) => void chooseEvent(Number(id))}
        onMenu={(id, at) => {
          void chooseEvent(Number(id));
          setMenuAt(at);
        }}
      />
      {menuAt && <ElementMenu at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </div>
  );
}

function NoEvents(): ReactNode {
  const window = useInspector((state) => state.window);
  const closed = useInspector((state) => state.closedAt !== null);
  const paused = useInspector((state) => state.eventsPaused);
  const { pauseEvents } = useInspectorApi().getState();
  if (window === null) {
    return (
      <EmptyState icon="pulse" title="No window selected">
        Select a window to see what its app announces.
      </EmptyState>
    );
  }
  if (closed) return <EmptyState icon="circle-slash" title="The window is closed" />;
  if (paused) {
    return (
      <EmptyState
        icon="debug-pause"
        title="Paused"
        action={<Button onClick={() => pauseEvents(false)}>Continue</Button>}
      >
        Events are not collected while the log is paused.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="pulse" title="No events yet">
      Use “{oneLine(window.title || window.app)}”: each accessibility event of {oneLine(window.app || 'the app')}{' '}
      appears here live.
    </EmptyState>
  );
}

function NoMatches(): ReactNode {
  const { filterEvents } = useInspectorApi().getState();
  return (
    <EmptyState
      icon="filter"
      title="No matching events"
      action={<Button onClick={() => filterEvents({ text: '', kind: null })}>Show all</Button>}
    >
      The filter searches kind, event, element and change.
    </EmptyState>
  );
}

function EventRow({ event }: { readonly event: ElementEvent }): ReactNode {
  const { hoverRow } = useInspectorApi().getState();
  const { at, kind, name, element, change } = event;
  const known = element !== null && element.controlType !== null;
  return (
    <span className={styles.row} onPointerEnter={() => hoverRow(known ? element.id : null)}>
      <span className={styles.time}>{clock(at)}</span>
      <span className={styles.kind} data-kind={kind}>
        {kind}
      </span>
      <span className={styles.element}>
        <Icon name={element?.controlType ? controlIcon(element.controlType) : 'circle-slash'} />
        {elementText(event)}
      </span>
      <span className={styles.change}>{oneLine(change)}</span>
      <code className={styles.name}>{name}</code>
    </span>
  );
}

function elementText({ element }: ElementEvent): string {
  if (element === null) return 'app';
  if (element.controlType === null) return 'gone or in another window';
  return element.name === '' ? element.controlType : `${element.controlType} ${quoted(element.name)}`;
}

function clock(at: number): string {
  const date = new Date(at);
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
