import type { ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/elements/element';
import { Button } from '../../../ui/button/button.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { isEnabled } from './facts.ts';
import { PatternInputs } from './pattern-inputs.tsx';
import { patternButtons } from './pattern-list.ts';
import styles from './element.module.css';

/** What the element supports, ready to run; what it does not support is not there. */
export function Patterns({ details }: { readonly details: ElementDetails }): ReactNode {
  const running = useInspector((state) => state.running);
  const missing = useInspector((state) => state.closedAt !== null || state.goneAt !== null);
  const { runPattern, focusElement } = useInspectorApi().getState();
  return (
    <Section title="Patterns" note={details.actions.length > 0 ? `actions: ${details.actions.join(', ')}` : undefined}>
      <div className={styles.patterns} data-testid="patterns">
        {patternButtons(details).map(({ title, icon, call }) => (
          <Button
            key={title}
            icon={icon}
            busy={running === call.pattern}
            disabled={missing || running !== null}
            onClick={() => void runPattern(call)}
          >
            {title}
          </Button>
        ))}
        {details.states.includes('focusable') && (
          <Button icon="target" disabled={missing || running !== null} onClick={() => void focusElement()}>
            Focus
          </Button>
        )}
        {details.patterns.length === 0 && !details.states.includes('focusable') && (
          <p className={styles.none}>
            {isEnabled(details) ? 'No actions available. Click it instead.' : 'Disabled: no actions available.'}
          </p>
        )}
      </div>
      {!missing && <PatternInputs details={details} />}
    </Section>
  );
}
