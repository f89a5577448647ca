import { useEffect, useState, type ReactNode, type CSSProperties } from 'react';
import { useStore } from 'zustand';
import { harmless, oneLine, quoted } from '#contract/foreign-text';
import type { PermissionRequest } from '#contract/api';
import { toWire } from '#contract/errors';
import type { Effect } from '#contract/model/permissions/permission';
import type { Point, Rect } from '#contract/model/geometry';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Icon } from '../../ui/icon/icon.tsx';
import { AgentQuestion } from './agent-question.tsx';
import { Answers, Coverage, Countdown } from './answers.tsx';
import { Asked, Sentence, Asker, noKeyOfBefore } from './asked.tsx';
import type { PermissionsStore } from './store.ts';
import { usePictureUrl } from '../../ui/hooks/use-picture-url.ts';
import styles from './permissions.module.css';

/** Shows the oldest pending question. */
export function PermissionPage({ store }: { readonly store: PermissionsStore }): ReactNode {
  useEffect(() => store.getState().follow(), [store]);
  const pending = useStore(store, (state) => state.pending);
  const error = useStore(store, (state) => state.error);
  const [request] = pending;
  if (!request) return <p className={styles.none}>{error === null ? 'No open question.' : toWire(error).message}</p>;
  return (
    <main className={styles.page}>
      {request.kind === 'permission' ? (
        <Question key={request.id} store={store} request={request} waiting={pending.length - 1} />
      ) : (
        <AgentQuestion key={request.id} store={store} request={request} waiting={pending.length - 1} />
      )}
    </main>
  );
}

interface QuestionProps {
  readonly store: PermissionsStore;
  readonly request: PermissionRequest;
  /** Number of further questions. */
  readonly waiting: number;
}

function Question({ store, request, waiting }: QuestionProps): ReactNode {
  const error = useStore(store, (state) => state.error);
  const objection = useStore(store, (state) => state.objection);
  const [isRead, setRead] = useState(false);
  const { answer } = store.getState();
  const { caller, sentence, deadline, hasLapsed } = request;
  const now = useNow(true, 250);
  const left = Math.max(0, deadline - now);
  return (
    <div
      role="alertdialog"
      aria-labelledby="who"
      aria-describedby="what where why"
      className={styles.question}
      onKeyDown={(event) => noKeyOfBefore(event, () => void answer('deny', Date.now()))}
    >
      <Asker waiting={waiting}>
        {quoted(caller.name, 60)} asks to {verbs[request.effect]}
      </Asker>
      <Asked onRead={setRead} beside={<Arguments parameters={request.parameters} />}>
        <Sentence text={oneLine(sentence)} />
        <Target store={store} request={request} />
        <Coverage request={request} />
      </Asked>
      {error !== null && (
        <p className={styles.error} role="alert">
          {toWire(error).message}
        </p>
      )}
      <footer className={styles.footer}>
        <Countdown key={String(hasLapsed)} left={left} deadline={deadline} hasLapsed={hasLapsed ?? false} />
        <Answers request={request} enabled={left > 0} isRead={isRead} objection={objection} answer={answer} />
      </footer>
    </div>
  );
}

const verbs: Readonly<Record<Effect, string>> = { observe: 'look', act: 'act', program: 'start or end a program' };

/** The tool's arguments, for users who want all details. */
function Arguments({ parameters }: { readonly parameters: PermissionRequest['parameters'] }): ReactNode {
  if (Object.keys(parameters).length === 0) return null;
  return (
    <details className={styles.arguments}>
      <summary>Arguments</summary>
      <pre tabIndex={0} aria-label="Arguments">
        {harmless(JSON.stringify(parameters, null, 2))}
      </pre>
    </details>
  );
}

/** Where it would happen, by which tool, and why it is asked. */
function Target({
  store,
  request,
}: {
  readonly store: PermissionsStore;
  readonly request: PermissionRequest;
}): ReactNode {
  const { target, windowTitle, title, tool, reason } = request;
  return (
    <>
      <div id="where" className={styles.where}>
        <AppIcon store={store} id={request.id} />
        <div className={styles.names}>
          <p className={styles.app}>{oneLine(target)}</p>
          {windowTitle !== '' && <p className={styles.windowTitle}>{oneLine(windowTitle)}</p>}
        </div>
        <p className={styles.tool}>
          {title} <code>{tool}</code>
        </p>
      </div>
      <TargetPicture store={store} request={request} />
      <p id="why" className={styles.why}>
        {whyOf(reason)}
      </p>
    </>
  );
}

function AppIcon({ store, id }: { readonly store: PermissionsStore; readonly id: string }): ReactNode {
  const png = useStore(store, (state) => state.icons[id] ?? null);
  useEffect(() => void store.getState().loadIcon(id), [store, id]);
  const url = usePictureUrl(png);
  return url === null ? (
    <Icon name="window" className={styles.appIcon} />
  ) : (
    <img src={url} alt="" className={styles.appIcon} />
  );
}

function whyOf(reason: string): string {
  if (reason === 'acting') return 'Agents need your permission to act.';
  return `Needs your approval each time because of ${oneLine(reason)}.`;
}

/** The target window, with the points to press and the app's names for them. */
function TargetPicture({
  store,
  request,
}: {
  readonly store: PermissionsStore;
  readonly request: PermissionRequest;
}): ReactNode {
  const { id, windowId, named = [], places = [] } = request;
  const picture = useStore(store, (state) => state.pictures[id] ?? null);
  useEffect(() => {
    if (windowId !== null) void store.getState().loadPicture(id);
  }, [store, id, windowId]);
  const url = usePictureUrl(picture?.png ?? null);
  if (windowId === null && named.length === 0) return null;
  return (
    <figure className={styles.picture} data-testid="target-picture">
      {picture && url !== null && <Shown picture={url} part={shownPart(picture.bounds, places)} places={places} />}
      <figcaption>
        {named.length === 0
          ? 'The app gives this element no name.'
          : `The app calls it ${named.map((name) => quoted(name, 60)).join(', ')}.`}
      </figcaption>
    </figure>
  );
}

interface ShownProps {
  readonly picture: string;
  readonly part: ShownPart;
  readonly places: readonly Point[];
}

function Shown({ picture, part: { window, shown, scale }, places }: ShownProps): ReactNode {
  const image = {
    left: (window.x - shown.x) * scale,
    top: (window.y - shown.y) * scale,
    width: window.width * scale,
    height: window.height * scale,
  };
  return (
    <div className={styles.shown} style={{ width: shown.width * scale, height: shown.height * scale }}>
      <img src={picture} alt="The window as it looks now" style={image} />
      {places
        .filter((place) => contains(shown, place))
        .map((place) => (
          <span
            key={`${place.x} ${place.y}`}
            data-testid="place"
            className={styles.place}
            style={placeIn(shown, place)}
          />
        ))}
    </div>
  );
}

/** The part of a window beside its names, in screen pixels. */
interface ShownPart {
  readonly window: Rect;
  readonly shown: Rect;
  /** CSS pixels per screen pixel. */
  readonly scale: number;
}

/** Smaller, a target cannot be recognised. */
const leastScale = 0.75;

/** As much of the window as fits; around the first place if the whole would be too small. */
export function shownPart(window: Rect, [place]: readonly Point[]): ShownPart {
  const fit = Math.min(1, 260 / window.width, 130 / window.height);
  if (!place || fit >= leastScale) return { window, shown: window, scale: fit };
  const width = Math.min(window.width, 260 / leastScale);
  const height = Math.min(window.height, 130 / leastScale);
  const x = within(place.x - width / 2, window.x, window.x + window.width - width);
  const y = within(place.y - height / 2, window.y, window.y + window.height - height);
  return { window, shown: { x, y, width, height }, scale: leastScale };
}

function within(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(to, value));
}

function contains({ x, y, width, height }: Rect, point: Point): boolean {
  return point.x >= x && point.y >= y && point.x < x + width && point.y < y + height;
}

function placeIn({ x, y, width, height }: Rect, point: Point): CSSProperties {
  return { left: `${((point.x - x) / width) * 100}%`, top: `${((point.y - y) / height) * 100}%` };
}
