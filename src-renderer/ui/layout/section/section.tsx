import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface PanelHeaderProps {
  readonly title: string;
  /** Small text beside the title, e.g. a count. */
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

/** The header of a panel: a small title, a note, and the panel's actions on the right. */
export function PanelHeader({ title, note, children }: PanelHeaderProps): ReactNode {
  return (
    <div className={styles.header}>
      <h2 className={styles.title}>{title}</h2>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <div className={styles.actions}>{children}</div>
    </div>
  );
}

/** A titled part of a panel. */
export function Section({ title, note, children }: PanelHeaderProps): ReactNode {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.sectionTitle}>
        {title}
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </h3>
      {children}
    </section>
  );
}
