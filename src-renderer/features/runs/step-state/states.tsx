import { useId, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { AgentState } from '#contract/model/agents/agent';
import { stateTables, type StateTable } from '#contract/model/agents/agent-states';
import { EmptyState } from '../../../ui/state/state.tsx';
import { useRuns } from '../context.ts';
import { chosenStep } from '../state.ts';
import { type AgentAtStep, wayOf, useStepState } from './step-state.ts';
import styles from './step-state.module.css';

/** The state machines of the HostAgent and the last AppAgent, after the selected step or now. */
export function States(): ReactNode {
  const { agents } = useStepState();
  const acting = useRuns((state) => chosenStep(state)?.agent.name);
  const host = agents.find(({ agent }) => agent.kind === 'HostAgent');
  const apps = agents.filter(({ agent }) => agent.kind === 'AppAgent');
  const app = apps.find(({ agent }) => agent.name === acting) ?? apps.at(-1);
  if (!host) {
    return (
      <EmptyState icon="type-hierarchy" title="No state yet">
        It appears with the HostAgent’s first step.
      </EmptyState>
    );
  }
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label="States" data-testid="states">
      <div className={styles.machines}>
        <Machine atStep={host} />
        {app && <Machine atStep={app} />}
      </div>
    </div>
  );
}

function Machine({ atStep }: { readonly atStep: AgentAtStep }): ReactNode {
  const { agent, state, last } = atStep;
  const [, program, ...title] = agent.name.split('/');
  const table = stateTables[agent.kind];
  const row = table[state];
  const next = Object.entries(row?.next ?? {});
  return (
    <section className={styles.machine} aria-label={agent.name}>
      <h3 className={styles.name}>
        {agent.kind}
        {program !== undefined && <span className={styles.about}> in {oneLine(title.join('/') || program)}</span>}
      </h3>
      <Diagram atStep={atStep} ways={waysOf(table, atStep)} />
      <p className={styles.words} data-testid={`state-of-${agent.kind}`}>
        <b>{state}</b>: {row?.does}
      </p>
      <p className={styles.about}>
        {last.from ? `From ${last.from}: ` : 'Begun: '}
        {oneLine(last.why)}
      </p>
      <ul className={styles.next} aria-label="Possible next states">
        {next.map(([to, when]) => (
          <li key={to}>
            {to}: {when}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface DiagramProps {
  readonly atStep: AgentAtStep;
  readonly ways: readonly Way[];
}

function Diagram({ atStep: { agent, state }, ways }: DiagramProps): ReactNode {
  const { width, height } = diagramSize;
  const id = useId();
  const known = Object.keys(stateTables[agent.kind]) as AgentState[];
  const kinds = ['possible', 'taken', 'last'] as const;
  const kindOf = ({ isLast, times }: Way) => (isLast ? 'last' : times > 0 ? 'taken' : 'possible');
  const drawn = [...ways].sort((a, b) => kinds.indexOf(kindOf(a)) - kinds.indexOf(kindOf(b)));
  return (
    <svg
      role="img"
      aria-label={`${agent.kind} is in ${state}`}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.diagram}
    >
      <defs>
        {kinds.map((kind) => (
          <marker
            key={kind}
            id={`${id}${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="5"
            markerHeight="5"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" data-kind={kind} className={styles.arrow} />
          </marker>
        ))}
      </defs>
      {drawn.map((way) => (
        <g key={way.id} data-kind={kindOf(way)} className={styles.way}>
          <path d={way.path} markerEnd={`url(#${id}${kindOf(way)})`}>
            <title>{`${way.id.replace(' ', ' → ')}: ${way.when}`}</title>
          </path>
          {way.times > 1 && (
            <text x={way.middle[0]} y={way.middle[1] + 3} className={styles.times}>
              ×{way.times}
            </text>
          )}
        </g>
      ))}
      {known.map((one) => (
        <g key={one} data-current={one === state} className={styles.box}>
          <rect
            x={middles[one][0] - boxSize.width / 2}
            y={middles[one][1] - boxSize.height / 2}
            width={boxSize.width}
            height={boxSize.height}
            rx={6}
          />
          <text x={middles[one][0]} y={middles[one][1] + 4}>
            {one}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Units of the drawing. */
export const diagramSize = { width: 420, height: 250 };

const boxSize = { width: 92, height: 26 };

/** Centres of the boxes: states that wait for others on top, the start of each step in the middle, final states below. */
const middles: Readonly<Record<AgentState, readonly [x: number, y: number]>> = {
  PENDING: [70, 36],
  CONFIRM: [210, 36],
  ASSIGN: [350, 36],
  CONTINUE: [210, 125],
  FINISH: [70, 214],
  FAIL: [210, 214],
  ERROR: [350, 214],
};

/** How far a transition curves, so that both directions are visible. */
const usualBend = 16;

/** Transitions that would cross another box. */
const bends: Readonly<Record<string, number>> = { [wayOf('PENDING', 'ERROR')]: 92, [wayOf('CONFIRM', 'ERROR')]: -24 };

interface Way {
  readonly id: string;
  readonly path: string;
  /** Position of its count. */
  readonly middle: readonly [x: number, y: number];
  /** Its count. */
  readonly times: number;
  /** Whether it was the last one. */
  readonly isLast: boolean;
  /** Its condition. */
  readonly when: string;
}

/** All transitions of a table, with counts. */
export function waysOf(table: StateTable, { taken, last }: Pick<AgentAtStep, 'taken' | 'last'>): readonly Way[] {
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

/** Where the line from the centre of a box to a point leaves the box. */
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
