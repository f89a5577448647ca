import type { ReactNode } from 'react';
import { describeElement } from '#contract/model/elements/element';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { canRun, type Command } from '../../../ui/command.ts';
import { Icon } from '../../../ui/icon/icon.tsx';
import { controlIcon } from '../../../ui/icon/control-icon.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { clockTime } from '../live/clock-time.ts';
import { Patterns } from './patterns.tsx';
import { Properties } from './properties.tsx';
import { Selectors } from './selectors.tsx';
import styles from './element.module.css';

/** Everything about the chosen element: how to find it again, what can be done to it, what it is. */
export function ElementPanel({ copyCall }: { readonly copyCall: Command }): ReactNode {
  return (
    <section className={styles.panel} aria-label="Element" data-testid="element-panel">
      <PanelBody copyCall={copyCall} />
    </section>
  );
}

function PanelBody({ copyCall }: { readonly copyCall: Command }): ReactNode {
  const selected = useInspector((state) => state.selected);
  const details = useInspector((state) => state.details);
  const error = useInspector((state) => state.elementError);
  // Enables the button once they are there.
  useInspector((state) => state.selectors);
  const { refresh } = useInspectorApi().getState();
  if (selected === null) return <NothingChosen />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refresh()} />;
  if (details === null) return <Loading what="Reading the element" />;
  return (
    <>
      <header className={styles.header}>
        <Icon name={controlIcon(details.controlType)} className={styles.icon} />
        <h2 className={styles.title} data-testid="element-title">
          {describeElement(details)}
        </h2>
        <LastFacts />
        <Button
          icon={copyCall.icon}
          disabled={!canRun(copyCall)}
          onClick={() => copyCall.run()}
          data-tip="Copy the tool call that clicks it"
          data-tip-keys={copyCall.keys?.[0]}
        >
          Copy call
        </Button>
      </header>
      <div className={styles.scroll}>
        <Selectors />
        <Patterns details={details} />
        <Properties details={details} />
      </div>
    </>
  );
}

/** Says that what stands here is what was known last. */
function LastFacts(): ReactNode {
  const closedAt = useInspector((state) => state.closedAt);
  const goneAt = useInspector((state) => state.goneAt);
  const [what, at] = closedAt !== null ? ['closed', closedAt] : ['gone', goneAt];
  if (at === null) return null;
  return (
    <span data-testid="last-facts">
      <Badge tip="This is its last known state.">
        {what} {clockTime(at)}
      </Badge>
    </span>
  );
}

function NothingChosen(): ReactNode {
  return (
    <EmptyState icon="inspect" title="No element selected">
      Click a tree row or a part of the picture to see its selectors, patterns and properties.
    </EmptyState>
  );
}
