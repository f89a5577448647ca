import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import { Icon, type IconName } from '../../icon/icon.tsx';
import styles from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon?: IconName;
}

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly active: Id;
  readonly onChange: (id: Id) => void;
  /** At the right end of the row. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** The ARIA tabs pattern; focusing a tab selects it, because showing one is cheap. */
export function Tabs<Id extends string>({ label, tabs, active, onChange, extra, children }: TabsProps<Id>): ReactNode {
  const prefix = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(tabs, active, event.key);
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    document.getElementById(`${prefix}-${next.id}`)?.focus();
  };
  return (
    <div className={styles.tabs}>
      <div className={styles.bar}>
        <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${prefix}-${tab.id}`}
              aria-selected={tab.id === active}
              aria-controls={`${prefix}-panel`}
              tabIndex={tab.id === active ? 0 : -1}
              className={classNames(styles.tab, tab.id === active && styles.active)}
              onClick={() => onChange(tab.id)}
            >
              {tab.icon && <Icon name={tab.icon} />}
              {tab.title}
            </button>
          ))}
        </div>
        <div className={styles.extra}>{extra}</div>
      </div>
      <div role="tabpanel" id={`${prefix}-panel`} aria-labelledby={`${prefix}-${active}`} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}

function neighbour<Id extends string>(tabs: readonly Tab<Id>[], active: Id, key: string): Tab<Id> | undefined {
  const at = tabs.findIndex((tab) => tab.id === active);
  if (key === 'ArrowRight') return tabs[(at + 1) % tabs.length];
  if (key === 'ArrowLeft') return tabs[(at - 1 + tabs.length) % tabs.length];
  if (key === 'Home') return tabs[0];
  if (key === 'End') return tabs.at(-1);
  return undefined;
}
