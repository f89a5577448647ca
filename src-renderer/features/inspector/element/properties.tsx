import { useMemo, type ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/element';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { useInspectorApi } from '../context.ts';
import { factsOf } from './facts.ts';
import styles from './element.module.css';

export function Properties({ details }: { readonly details: ElementDetails }): ReactNode {
  const facts = useMemo(() => factsOf(details), [details]);
  const { copy } = useInspectorApi().getState();
  return (
    <Section title="Properties">
      <dl data-testid="properties">
        {facts.map(([name, value]) => (
          <div key={name} className={styles.property}>
            <dt className={styles.key}>{name}</dt>
            <dd className={styles.fact}>
              <span className={styles.factText} data-tip={value.length > 30 ? value : undefined}>
                {value}
              </span>
              <CopyButton what={name} onCopy={() => void copy(value)} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
