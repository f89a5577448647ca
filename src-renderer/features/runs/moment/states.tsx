import { useId, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { AgentState } from '#contract/model/agents/agent';
import { stateTables } from '#contract/model/agents/agent-states';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { useRuns } from '../context.ts';
import { chosenStep } from '../state.ts';
import { boxSize, diagramSize, middles, waysOf, type Way } from './diagram.ts';
import type { AgentMoment } from './moment.ts';
import { useMoment } from './use-moment.ts';
import styles from './moment.module.css';

/** The state machines of the HostAgent and of the AppAgent that worked last, after the chosen step or now. */
export function States(): ReactNode {
  const { agents } = useMoment();
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
        <Machine moment={host} />
        {app && <Machine moment={app} />}
      </div>
    </div>
  );
}

function Machine({ moment }: { readonly moment: AgentMoment }): ReactNode {
  const { agent, state, last } = moment;
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
      <Diagram moment={moment} ways={waysOf(table, moment)} />
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
  readonly moment: AgentMoment;
  readonly ways: readonly Way[];
}

function Diagram({ moment: { agent, state }, ways }: DiagramProps): ReactNode {
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
