import { useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { useElementSize } from '../../../ui/hooks/use-element-size.ts';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { useRuns, useRunsApi } from '../context.ts';
import type { RunsState } from '../state.ts';
import { filterSteps } from '../steps/filter-steps.ts';
import { shownCalls } from '../store.ts';
import { FilmStrip } from './film-strip.tsx';
import { axisItems, type AxisItem } from './items.ts';
import { Lanes } from './lanes.tsx';
import { placeByKey } from './nearest.ts';
import { spanOf } from './scale.ts';
import { useSpan } from './use-span.ts';
import styles from './axis.module.css';

/** When everything of the run happened, who did it and what it left to see. Keys and clicks choose a step or a call. */
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

/** The id of what is chosen; of a call that is part of a step, that step. */
function chosenItem({ step, selected }: RunsState): string | null {
  if (step !== null) return `step ${step}`;
  return selected === null ? null : `call ${selected}`;
}

function chooseItem({ select, selectStep }: RunsState, id: string): void {
  const [kind, number] = id.split(' ');
  if (kind === 'step') selectStep(Number(number));
  else select(Number(number));
}
