import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { CallSummary } from '#contract/model/trace';
import { useRuns, useRunsApi } from '../context.ts';
import { shownCalls } from '../store.ts';
import styles from './timeline.module.css';

/** CSS pixels, the gap included. */
const tileWidth = 84;

/** What the calls left, one small picture after the other; the arrow keys move along it. */
export function Timeline(): ReactNode {
  const calls = useRuns(shownCalls);
  const selected = useRuns((state) => state.selected);
  const { select } = useRunsApi().getState();
  const strip = useRef<HTMLDivElement>(null);
  const pictured = useMemo(() => calls.filter(({ thumbnail }) => thumbnail !== undefined), [calls]);
  const active = Math.max(
    0,
    pictured.findIndex(({ call }) => call === selected),
  );
  const virtual = useVirtualizer({
    count: pictured.length,
    horizontal: true,
    overscan: 6,
    estimateSize: () => tileWidth,
    getScrollElement: () => strip.current,
  });
  const { scrollToIndex } = virtual;
  useEffect(() => {
    if (selected !== null) scrollToIndex(active, { align: 'auto' });
  }, [scrollToIndex, active, selected]);
  if (pictured.length === 0) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = step === 0 ? undefined : pictured[active + step];
    if (!next) return;
    event.preventDefault();
    select(next.call);
    requestAnimationFrame(() => strip.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <div
      ref={strip}
      role="listbox"
      aria-label="Timeline"
      aria-orientation="horizontal"
      className={styles.strip}
      data-testid="timeline"
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.tiles} style={{ width: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const call = pictured[index];
          return call && <Tile key={call.call} call={call} start={start} active={index === active} />;
        })}
      </div>
    </div>
  );
}

interface TileProps {
  readonly call: CallSummary;
  readonly start: number;
  readonly active: boolean;
}

function Tile({ call, start, active }: TileProps): ReactNode {
  const { thumbnail = '', tool, status } = call;
  const url = useRuns((state) => state.pictures.get(thumbnail));
  const selected = useRuns((state) => state.selected === call.call);
  const { needPicture, select } = useRunsApi().getState();
  useEffect(() => void needPicture(thumbnail), [needPicture, thumbnail]);
  return (
    <div
      role="option"
      aria-label={`Call ${call.call}, ${tool}, ${status}`}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      data-status={status}
      data-tip={`${call.call} · ${tool.replace(/^.*::/, '')}`}
      className={styles.tile}
      style={{ transform: `translateX(${start}px)` }}
      onClick={() => select(call.call)}
    >
      {url && <img src={url} alt="" className={styles.image} draggable={false} />}
    </div>
  );
}
