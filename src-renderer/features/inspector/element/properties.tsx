import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import type { ElementDetails } from '#contract/model/elements/element';
import { describeElement } from '#contract/model/elements/element';
import type { ElementLink } from '#contract/model/elements/element-facts';
import type { Point } from '#contract/model/geometry';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Menu, type MenuItem } from '../../../ui/menu/menu.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { factGroups, withPinned, type Fact, type PinnableFact } from './facts.ts';
import styles from './element.module.css';

/** All that is known about the element, a section for each kind of fact. */
export function Properties({ details }: { readonly details: ElementDetails }): ReactNode {
  const pins = useInspector((state) => state.pins);
  const [menu, setMenu] = useState<FactMenu | null>(null);
  const groups = useMemo(() => withPinned(factGroups(details), pins), [details, pins]);
  return (
    <div data-testid="properties">
      {groups.map(({ title, facts }) => (
        <Section key={title} title={title}>
          <dl>
            {facts.map((fact) => (
              <FactRow key={fact.name} fact={fact} onMenu={(at) => setMenu({ fact, at })} />
            ))}
          </dl>
        </Section>
      ))}
      {menu && <PropertyMenu {...menu} onClose={() => setMenu(null)} />}
    </div>
  );
}

interface FactMenu {
  readonly fact: PinnableFact;
  /** In CSS pixels of the page. */
  readonly at: Point;
}

/** What can be done with a property. */
function PropertyMenu({ fact, at, onClose }: FactMenu & { readonly onClose: () => void }): ReactNode {
  const { copy, togglePin, pins } = useInspectorApi().getState();
  const { name, value, pin } = fact;
  const pinned = pins.includes(pin);
  const items: readonly MenuItem[] = [
    { id: 'copy', title: 'Copy value', icon: 'copy', run: () => void copy(value) },
    { id: 'copyBoth', title: 'Copy name and value', icon: 'copy', run: () => void copy(`${name}: ${value}`) },
    {
      id: 'pin',
      title: pinned ? 'Unpin' : 'Pin to the top',
      icon: pinned ? 'pinned' : 'pin',
      apart: true,
      run: () => togglePin(pin),
    },
  ];
  return <Menu label="Property" at={at} items={items} onClose={onClose} />;
}

interface FactRowProps {
  readonly fact: Fact;
  readonly onMenu: (at: Point) => void;
}

function FactRow({ fact: { name, value, links }, onMenu }: FactRowProps): ReactNode {
  const { copy } = useInspectorApi().getState();
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    onMenu({ x: event.clientX, y: event.clientY });
  };
  return (
    <div className={styles.property} onContextMenu={openMenu}>
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
