import { useEffect, type ReactNode } from 'react';
import { IconButton } from '../../ui/button/button.tsx';
import { CopyButton } from '../../ui/button/copy-button.tsx';
import type { Command } from '../../ui/command.ts';
import { Code } from '../../ui/code/code.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { EmptyState } from '../../ui/state/empty-state.tsx';
import { ErrorState } from '../../ui/state/error-state.tsx';
import { Loading } from '../../ui/state/notice.tsx';
import { Split } from '../../ui/layout/split/split.tsx';
import { Tabs } from '../../ui/layout/tabs/tabs.tsx';
import { useInspector, useInspectorApi } from './context.ts';
import { EventLog } from './events/event-log.tsx';
import { ComparisonDialog } from './snapshot/comparison-dialog.tsx';
import { FindingsView } from './findings/findings-view.tsx';
import { StateBar } from './live/state-bar.tsx';
import { useLive } from './live/use-live.ts';
import { PictureView } from './picture/picture-view.tsx';
import { PickBanner } from './pick/pick-banner.tsx';
import type { CentreTab } from './store/state.ts';
import { TextView } from './text/text-view.tsx';
import styles from './inspector.module.css';
import { oneLine } from '#contract/foreign-text';

const tabs = [
  { id: 'picture', title: 'Picture', icon: 'file-media' },
  { id: 'findings', title: 'Findings', icon: 'checklist' },
  { id: 'text', title: 'Text', icon: 'symbol-text' },
  { id: 'code', title: 'Code', icon: 'code' },
] as const;

interface InspectorCentreProps {
  readonly theme: string;
  /** In the place of the picture while there is no window. */
  readonly start: ReactNode;
  /** What can be done with an element. */
  readonly menu: readonly Command[];
}

/** The middle of the Inspect view: the window's picture, or the code of the chosen element. */
export function InspectorCentre({ theme, start, menu }: InspectorCentreProps): ReactNode {
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
      {tab === 'findings' && <FindingsView />}
      {tab === 'text' && <TextView />}
      {tab === 'code' && <ElementCode theme={theme} />}
    </Tabs>
  );
  return (
    <section className={styles.centre} aria-label="Window">
      <PickBanner />
      <ComparisonDialog />
      <StateBar />
      {eventsOpen ? <WithEvents>{look}</WithEvents> : look}
    </section>
  );
}

/** The log below what it is about, so that its events are marked there. */
function WithEvents({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Split
      id="inspect-events"
      direction="vertical"
      panels={[
        { id: 'events-above', label: 'window', size: 60, min: 140, content: children },
        { id: 'events-log', label: 'event log', size: 40, min: 120, content: <EventLog /> },
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
      <EventsButton />
    </>
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
  const zoom = useInspector((state) => state.zoom);
  const { setZoom, refresh } = useInspectorApi().getState();
  if (window === null) return null;
  return (
    <>
      <span className={styles.windowTitle}>{oneLine(window.title)}</span>
      <IconButton icon="screen-full" label="Fit" aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')} />
      <IconButton icon="zoom-in" label="100 %" aria-pressed={zoom === 'full'} onClick={() => setZoom('full')} />
      <IconButton icon="refresh" label="Take the picture again" onClick={() => void refresh()} />
    </>
  );
}

function ElementCode({ theme }: { readonly theme: string }): ReactNode {
  const element = useInspector((state) => state.details?.id ?? null);
  const codes = useInspector((state) => state.codes);
  const error = useInspector((state) => state.codeError);
  const format = useInspector((state) => state.codeFormat);
  const { loadCodes } = useInspectorApi().getState();
  useEffect(() => void loadCodes(), [loadCodes, element]);
  if (element === null) {
    return (
      <EmptyState icon="code" title="No element selected">
        Select an element to see the code that clicks it.
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
