import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { formatDuration } from '../figures.ts';
import {
  type AxisItem,
  type AxisItems,
  itemAt,
  ticks,
  timeAt,
  xOf,
  type Span,
  tones,
  type Mark,
  type Tone,
} from './items.ts';
import styles from './axis.module.css';

/** Maximum width of a tick's text, in CSS pixels; a tick that would be cut off is hidden. */
const labelRoom = 40;

interface LanesProps extends AxisItems {
  readonly span: Span;
  readonly width: number;
  readonly now: number;
  /** Start of the run. */
  readonly start: number;
  /** The selected item. */
  readonly item: AxisItem | null;
  readonly onChoose: (item: AxisItem) => void;
}

/** Ticks, and below them a lane of bars and dots per actor. */
export function Lanes({ lanes, items, span, width, now, start, item, onChoose }: LanesProps): ReactNode {
  const [pointed, setPointed] = useState<AxisItem | null>(null);
  const frame = useMemo(() => ({ span, width, now }), [span, width, now]);
  const bars = useMemo(() => barPaths(items, lanes.length, frame), [items, lanes, frame]);
  const dots = useMemo(() => dotPaths(items, frame), [items, frame]);
  const height = lanes.length * laneHeight;
  const under = ({ nativeEvent: { offsetX, offsetY } }: MouseEvent) => {
    const lane = Math.min(lanes.length - 1, Math.max(0, Math.floor(offsetY / laneHeight)));
    return itemAt(items, timeAt(offsetX, span, width), lane, now);
  };
  return (
    <>
      <div className={styles.ticks} aria-hidden="true">
        {ticks(span, start, width).map(({ at, text }) => (
          <span key={at} className={styles.tick} style={{ left: xOf(at, span, width) }}>
            {xOf(at, span, width) + labelRoom <= width && text}
          </span>
        ))}
        {pointed && <Pointed item={pointed} now={now} />}
      </div>
      <svg
        className={styles.lanes}
        width={width}
        height={height}
        aria-hidden="true"
        data-testid="axis-lanes"
        onMouseMove={(event) => setPointed(under(event))}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => {
          const found = under(event);
          if (found) onChoose(found);
        }}
      >
        {item && <Chosen item={item} span={span} width={width} height={height} now={now} />}
        {[...bars].map(([tone, path]) => (
          <path key={tone} d={path} data-tone={tone} className={styles.bar} />
        ))}
        {[...dots].map(([mark, path]) => (
          <path key={mark} d={path} data-mark={mark} className={styles.dot} />
        ))}
        {lanes.length > 1 &&
          lanes.map((name, lane) => (
            <text key={name} x={4} y={lane * laneHeight + 11} className={styles.lane}>
              {oneLine(name)}
            </text>
          ))}
      </svg>
    </>
  );
}

function Pointed({ item: { label, from, to }, now }: { readonly item: AxisItem; readonly now: number }): ReactNode {
  return (
    <span className={styles.pointed}>
      {oneLine(label)} · {formatDuration(Math.min(to, now) - from)}
    </span>
  );
}

interface ChosenProps extends Pick<LanesProps, 'span' | 'width' | 'now'> {
  readonly item: AxisItem;
  readonly height: number;
}

function Chosen({ item: { from, to, lane }, span, width, height, now }: ChosenProps): ReactNode {
  const left = xOf(from, span, width);
  const right = Math.max(left + 3, xOf(Math.min(to, now), span, width));
  return (
    <>
      <rect x={left} y={0} width={1} height={height} className={styles.needle} />
      <rect
        x={left - 2}
        y={lane * laneHeight}
        width={right - left + 4}
        height={laneHeight}
        rx={2}
        className={styles.chosen}
      />
    </>
  );
}

/** Heights in CSS pixels: of a lane, and of its bars, from the top of the lane. */
const laneHeight = 14;

const bar = { top: 5, height: 7 };

const dot = { middle: 4, radius: 2.5, room: 5 };

interface Frame {
  readonly span: Span;
  readonly width: number;
  /** Provisional end of running items. */
  readonly now: number;
}

/**
 * All bars of a tone as one path, one pixel column at a time: the worst item of a column is shown. So a picture of
 * thousands costs no more than its width.
 */
export function barPaths(items: readonly AxisItem[], lanes: number, frame: Frame): ReadonlyMap<Tone, string> {
  const { span, now } = frame;
  const width = Math.ceil(frame.width);
  const columns = Array.from({ length: lanes }, () => new Uint8Array(width));
  for (const { lane, from, to, tone } of items) {
    const end = Math.min(to, now);
    if (end < span.from || from > span.to) continue;
    const first = Math.max(0, Math.floor(xOf(from, span, width)));
    // One pixel less, so that neighbours are distinguishable if there is room.
    const last = Math.min(width - 1, Math.max(first, Math.ceil(xOf(end, span, width)) - 2));
    const weight = tones.indexOf(tone) + 1;
    const row = columns[lane];
    for (let x = first; row && x <= last; x++) if ((row[x] ?? 0) < weight) row[x] = weight;
  }
  const paths = new Map<Tone, string>();
  columns.forEach((row, lane) => {
    for (const { weight, from, to } of runsOf(row)) {
      const tone = tones[weight - 1];
      if (!tone) continue;
      const top = lane * laneHeight + bar.top;
      paths.set(tone, `${paths.get(tone) ?? ''}M${from} ${top}h${to - from}v${bar.height}h${from - to}z`);
    }
  });
  return paths;
}

/** All dots of a kind as one path; overlapping dots are drawn once. */
export function dotPaths(items: readonly AxisItem[], { span, width }: Frame): ReadonlyMap<Mark, string> {
  const paths = new Map<Mark, string>();
  const taken = new Set<string>();
  for (const { lane, from, marks } of items) {
    if (marks.length === 0 || from < span.from || from > span.to) continue;
    marks.forEach((mark, index) => {
      const x = Math.round(xOf(from, span, width)) + dot.radius + index * (2 * dot.radius + 1);
      const place = `${mark} ${lane} ${Math.floor(x / dot.room)}`;
      if (taken.has(place)) return;
      taken.add(place);
      const { radius } = dot;
      const circle = `a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
      paths.set(mark, `${paths.get(mark) ?? ''}M${x - radius} ${lane * laneHeight + dot.middle}${circle}`);
    });
  }
  return paths;
}

function* runsOf(row: Uint8Array): Generator<{ readonly weight: number; readonly from: number; readonly to: number }> {
  for (let from = 0; from < row.length;) {
    const weight = row[from] ?? 0;
    let to = from + 1;
    while (to < row.length && row[to] === weight) to++;
    if (weight > 0) yield { weight, from, to };
    from = to;
  }
}
