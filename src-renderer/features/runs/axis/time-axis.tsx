import { useMemo, useRef, type KeyboardEvent, type ReactNode, useEffect, useState, type RefObject } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { AgentStepSummary } from '#contract/model/agents/agent-step';
import type { CallSummary } from '#contract/model/runs/trace';
import { useElementSize } from '../../../ui/hooks/use-element-size.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useRuns, useRunsApi } from '../context.ts';
import type { RunsState } from '../state.ts';
import { filterSteps } from '../steps/filter-steps.ts';
import { shownCalls } from '../store.ts';
import { axisItems, type AxisItem, placeByKey, spanOf, type Span, timeAt, showing, zoomed } from './items.ts';
import { Lanes } from './lanes.tsx';
import styles from './axis.module.css';

/** Timeline of the run, with actors and pictures. Keys and clicks select a step or a call. */
export function TimeAxis(): ReactNode {
  const items = useItems();
  return items.items.length === 0 ? null : <Axis {...items} />;
}

function useItems() {
  const all = useRuns((state) => state.steps);
  const filter = useRuns((state) => state.stepFilter);
  const calls = useRuns(shownCalls);
  const live = useRuns((state) => state.opened?.info.live ?? false);
  return useMemo(() => axisItems(filterSteps(all, filter), calls, live), [all, filter, calls, live]);
}

function Axis({ lanes, items }: ReturnType<typeof axisItems>): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useElementSize(frame);
  const chosen = useRuns(chosenItem);
  const store = useRunsApi();
  const underWay = items.some(({ to }) => to === Infinity);
  const now = useNow(underWay, 1_000);
  const whole = useMemo(() => spanOf(items, now), [items, now]);
  const place = items.findIndex(({ id }) => id === chosen);
  const item = items[place] ?? null;
  const { span, zoom } = useSpan(frame, whole, item);
  const choose = ({ id }: AxisItem) => chooseItem(store.getState(), id);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = items[placeByKey(event.key, place, items.length) ?? -1];
    if (next) choose(next);
    else if (event.key === 'Escape') store.getState().unselect();
    else if (!zoom(event.key)) return;
    event.preventDefault();
  };
  return (
    <div className={styles.axis}>
      <div
        ref={frame}
        role="slider"
        aria-label="Time axis"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={items.length}
        aria-valuenow={Math.max(1, place + 1)}
        aria-valuetext={item ? oneLine(item.label) : 'Nothing selected'}
        tabIndex={0}
        className={styles.frame}
        data-testid="time-axis"
        onKeyDown={onKeyDown}
      >
        {width > 0 && <FilmStrip span={span} width={width} />}
        {width > 0 && (
          <Lanes {...{ lanes, items, span, width, now, item }} start={items[0]?.from ?? 0} onChoose={choose} />
        )}
      </div>
    </div>
  );
}

/** Id of the selected item; for a call of a step, the step's. */
function chosenItem({ step, selected }: RunsState): string | null {
  if (step !== null) return `step ${step}`;
  return selected === null ? null : `call ${selected}`;
}

function chooseItem({ select, selectStep }: RunsState, id: string): void {
  const [kind, number] = id.split(' ');
  if (kind === 'step') selectStep(Number(number));
  else select(Number(number));
}

/** Pictures along the axis, as many as fit. */
function FilmStrip({ span, width }: { readonly span: Span; readonly width: number }): ReactNode {
  const steps = useRuns((state) => state.steps);
  const calls = useRuns((state) => state.calls);
  const pictures = useMemo(() => picturesOf(steps, calls), [steps, calls]);
  if (pictures.length === 0) return null;
  return (
    <div className={styles.strip} aria-hidden="true" data-testid="film-strip">
      {strip(pictures, span, width).map((frame, place) => (
        <div key={place} className={styles.place} style={{ width: Math.min(frameWidth, width - place * frameWidth) }}>
          {frame && <Picture blob={frame.blob} />}
        </div>
      ))}
    </div>
  );
}

function Picture({ blob }: { readonly blob: string }): ReactNode {
  const url = useRuns((state) => state.pictures.get(blob));
  const { needPicture } = useRunsApi().getState();
  useEffect(() => void needPicture(blob), [needPicture, blob]);
  return url ? <img src={url} alt="" className={styles.image} draggable={false} /> : null;
}

/** A picture, and the time from which it was current. */
interface Frame {
  readonly at: number;
  readonly blob: string;
}

/** Distance of the strip's pictures in CSS pixels. */
const frameWidth = 72;

/** Thumbnails after acts; without any, pictures shown to models. In order of time. */
function picturesOf(steps: readonly AgentStepSummary[], calls: readonly CallSummary[]): readonly Frame[] {
  const left = calls.flatMap(({ at, elapsedMs, thumbnail }) =>
    thumbnail === undefined ? [] : [{ at: at + elapsedMs, blob: thumbnail }],
  );
  if (left.length > 0) return left.sort((a, b) => a.at - b.at);
  return steps.flatMap(({ at, picture }) => (picture === undefined ? [] : [{ at, blob: picture }]));
}

/** As many as fit: each the last picture until the end of its place; null before the first. */
export function strip(pictures: readonly Frame[], span: Span, width: number): readonly (Frame | null)[] {
  const count = Math.ceil(width / frameWidth);
  return Array.from({ length: count }, (_, place) =>
    lastUntil(pictures, timeAt(Math.min(width, (place + 1) * frameWidth), span, width)),
  );
}

function lastUntil(pictures: readonly Frame[], time: number): Frame | null {
  let [low, high] = [0, pictures.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pictures[middle]?.at ?? Infinity) <= time) low = middle + 1;
    else high = middle;
  }
  return pictures[low - 1] ?? null;
}

const keyFactor = 1.5;

/** Wheel distance in pixels for a factor of two. */
const wheelDouble = 240;

/**
 * The visible range: the whole run until the user zooms, by the wheel or by `+`, `-` and `0`. The selected item is
 * revealed.
 */
function useSpan(frame: RefObject<HTMLElement | null>, whole: Span, item: AxisItem | null) {
  const [wanted, setWanted] = useState<Span | null>(null);
  const span = wanted === null ? whole : clamped(wanted, whole);
  const at = item?.from;

  const [seen, setSeen] = useState(at);
  // Revealed once; then the user may look elsewhere.
  if (seen !== at) {
    setSeen(at);
    if (wanted !== null && at !== undefined) setWanted(showing(wanted, whole, at));
  }

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const length = span.to - span.from;
      if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        const by = ((event.deltaX || event.deltaY) / width) * length;
        setWanted(clamped({ from: span.from + by, to: span.to + by }, whole));
      } else {
        const around = timeAt(event.clientX - left, span, width);
        setWanted(fitted(zoomed(span, whole, 2 ** (-event.deltaY / wheelDouble), around), whole));
      }
    };
    // React's listeners are passive, and the page must not scroll.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, span, whole]);

  /** True for a zoom key. */
  const zoom = (key: string): boolean => {
    const around = at !== undefined && at >= span.from && at <= span.to ? at : (span.from + span.to) / 2;
    if (key === '0') setWanted(null);
    else if (key === '+' || key === '-')
      setWanted(fitted(zoomed(span, whole, key === '+' ? keyFactor : 1 / keyFactor, around), whole));
    else return false;
    return true;
  };
  return { span, zoom };
}

/** Null means the whole, which grows while the run is live. */
function fitted(span: Span, whole: Span): Span | null {
  return span.to - span.from >= whole.to - whole.from ? null : span;
}

function clamped(span: Span, whole: Span): Span {
  const length = Math.min(span.to - span.from, whole.to - whole.from);
  const from = Math.min(Math.max(span.from, whole.from), whole.to - length);
  return { from, to: from + length };
}
