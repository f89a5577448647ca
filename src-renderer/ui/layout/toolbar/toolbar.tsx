import type { KeyboardEvent, ReactNode } from 'react';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Buttons in a row; the arrow keys move between them. */
export function Toolbar({ label, children }: ToolbarProps): ReactNode {
  return (
    <div role="toolbar" aria-label={label} className={styles.toolbar} onKeyDown={moveFocus}>
      {children}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = buttons[(at + step + buttons.length) % buttons.length];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
