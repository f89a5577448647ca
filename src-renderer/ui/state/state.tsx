import { type ReactNode, Component } from 'react';
import { toWire } from '#contract/errors';
import { Icon, type IconName } from '../icon/icon.tsx';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import styles from './state.module.css';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** The next step. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Placeholder for empty content: the reason, and the next step. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.empty}>
      <Icon name={icon} className={styles.icon} />
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** A failure in place of its content: the sentence, the hint, and a retry button. */
export function ErrorState({ error, onRetry }: ErrorStateProps): ReactNode {
  const { code, message, hint } = toWire(error);
  return (
    <EmptyState
      icon="warning"
      title={message}
      action={
        onRetry && (
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      {hint} <code>{code}</code>
    </EmptyState>
  );
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Confines an error in one part of the window to that part. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    return <ErrorState error={this.state.error} onRetry={() => this.setState({ error: null })} />;
  }
}

interface NoticeProps {
  readonly icon: IconName;
  readonly tone?: 'info' | 'warning';
  readonly children: ReactNode;
}

/** A line across a panel with important information. */
export function Notice({ icon, tone = 'info', children }: NoticeProps): ReactNode {
  return (
    <div role="status" className={classNames(styles.notice, tone === 'warning' && styles.warning)}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  );
}

export function Loading({ what }: { readonly what: string }): ReactNode {
  return (
    <div role="status" className={styles.loading}>
      <Icon name="loading" spin /> {what}
    </div>
  );
}
