import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { formatDuration } from '../figures.ts';
import type { AxisItem, AxisItems } from './items.ts';
import { itemAt } from './nearest.ts';
import { barPaths, dotPaths, laneHeight } from './paths.ts';
import { ticks, timeAt, xOf, type Span } from './scale.ts';
import styles from './axis.module.css';

/** So wide may the text of a tick be, in CSS pixels; one that would be cut is not shown. */
const labelRoom = 40;

interface LanesProps extends AxisItems {
  readonly span: Span;
  readonly width: number;
  readonly now: number;
  /** When the run began. */
  readonly start: number;
  /** The chosen one. */
  readonly item: AxisItem | null;
  readonly onChoose: (item: AxisItem) => void;
}

/** Ticks, and below them a lane of bars and dots for each who did something. */
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
