import type { AgentState } from '#contract/model/agents/agent';
import type { StateTable } from '#contract/model/agents/agent-states';
import { wayOf, type AgentMoment } from './moment.ts';

/** Units of the drawing. */
export const diagramSize = { width: 420, height: 250 };
export const boxSize = { width: 92, height: 26 };

/** Middles of the boxes: what needs somebody else above, where each step begins in the middle, the ends below. */
export const middles: Readonly<Record<AgentState, readonly [x: number, y: number]>> = {
  PENDING: [70, 36],
  CONFIRM: [210, 36],
  ASSIGN: [350, 36],
  CONTINUE: [210, 125],
  FINISH: [70, 214],
  FAIL: [210, 214],
  ERROR: [350, 214],
};

/** How far a way swings out from the straight line, so that both directions are seen. */
const usualBend = 16;
/** Ways that would cross another box. */
const bends: Readonly<Record<string, number>> = { [wayOf('PENDING', 'ERROR')]: 92, [wayOf('CONFIRM', 'ERROR')]: -24 };

export interface Way {
  readonly id: string;
  readonly path: string;
  /** Where its count stands. */
  readonly middle: readonly [x: number, y: number];
  /** How often it was taken. */
  readonly times: number;
  /** It was the last one. */
  readonly isLast: boolean;
  /** When it may be taken. */
  readonly when: string;
}

/** Everything that a table allows, with what of it was done. */
export function waysOf(table: StateTable, { taken, last }: Pick<AgentMoment, 'taken' | 'last'>): readonly Way[] {
  return Object.entries(table).flatMap(([from, row]) =>
    Object.entries(row.next).map(([to, when]) => {
      const id = wayOf(from as AgentState, to as AgentState);
      const isLast = id === wayOf(last.from, last.to);
      return { id, ...lineOf(from as AgentState, to as AgentState), times: taken.get(id) ?? 0, isLast, when };
    }),
  );
}

function lineOf(from: AgentState, to: AgentState): Pick<Way, 'path' | 'middle'> {
  if (from === to) return loopAt(from);
  const [a, b] = [middles[from], middles[to]];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const bend = bends[wayOf(from, to)] ?? usualBend;
  const control = [
    (a[0] + b[0]) / 2 - ((b[1] - a[1]) / length) * bend,
    (a[1] + b[1]) / 2 + ((b[0] - a[0]) / length) * bend,
  ] as const;
  const [start, end] = [edgeTowards(a, control), edgeTowards(b, control)];
  const middle = [start[0] / 4 + control[0] / 2 + end[0] / 4, start[1] / 4 + control[1] / 2 + end[1] / 4] as const;
  return { path: `M${at(start)}Q${at(control)} ${at(end)}`, middle };
}

/** At the right of its box. */
function loopAt(state: AgentState): Pick<Way, 'path' | 'middle'> {
  const [x, y] = middles[state];
  const right = x + boxSize.width / 2;
  return { path: `M${right} ${y - 7}c30 -8 30 22 1 14`, middle: [right + 30, y] };
}

/** Where the line from the middle of a box to a point leaves it. */
function edgeTowards(
  [x, y]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): readonly [number, number] {
  const [across, down] = [toX - x, toY - y];
  const share = Math.min(
    boxSize.width / 2 / Math.max(Math.abs(across), 1e-6),
    boxSize.height / 2 / Math.max(Math.abs(down), 1e-6),
  );
  return [x + across * share, y + down * share];
}

function at([x, y]: readonly [number, number]): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
