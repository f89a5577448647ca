import { useMemo, type ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/elements/element';
import { describeElement } from '#contract/model/elements/element';
import type { ElementLink } from '#contract/model/elements/element-facts';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Section } from '../../../ui/section/section.tsx';
import { useInspectorApi } from '../context.ts';
import { factGroups, type Fact } from './facts.ts';
import styles from './element.module.css';

/** All that is known about the element, a section for each kind of fact. */
export function Properties({ details }: { readonly details: ElementDetails }): ReactNode {
  const groups = useMemo(() => factGroups(details), [details]);
  return (
    <div data-testid="properties">
      {groups.map(({ title, facts }) => (
        <Section key={title} title={title}>
          <dl>
            {facts.map((fact) => (
              <FactRow key={fact.name} fact={fact} />
            ))}
          </dl>
        </Section>
      ))}
    </div>
  );
}

function FactRow({ fact: { name, value, links } }: { readonly fact: Fact }): ReactNode {
  const { copy } = useInspectorApi().getState();
  return (
    <div className={styles.property}>
      <dt className={styles.key} data-tip={name.length > 14 ? name : undefined}>
        {name}
      </dt>
      <dd className={styles.fact}>
        {links ? (
          <Links links={links} />
        ) : (
          <span className={styles.factText} data-tip={value.length > 30 ? value : undefined}>
            {value}
          </span>
        )}
        <CopyButton what={name} onCopy={() => void copy(value)} />
      </dd>
    </div>
  );
}

/** Other elements: choosing one goes there. */
function Links({ links }: { readonly links: readonly ElementLink[] }): ReactNode {
  const { reveal } = useInspectorApi().getState();
  return (
    <span className={styles.links}>
      {links.map((link) => (
        <button
          key={link.id}
          type="button"
          className={styles.link}
          data-tip="Show it in the tree"
          onClick={() => void reveal(link.id)}
        >
          {describeElement(link)}
        </button>
      ))}
    </span>
  );
}
