import type { ReactNode } from 'react';
import { ErrorBoundary } from '../../ui/state/error-boundary.tsx';
import styles from './views.module.css';

/** A part of the window that F6 goes to. */
export function Region({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <div data-region={name} className={styles.region} data-side={name === 'main' ? undefined : 'true'}>
      <ErrorBoundary>{children}</ErrorBoundary>
    </div>
  );
}
