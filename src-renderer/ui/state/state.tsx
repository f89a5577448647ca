import { type ReactNode, Component } from 'react';
import { toWire } from '#contract/errors';
import { Icon, type IconName } from '../icon/icon.tsx';
import { Button } from '../button/button.tsx';
import { classNames } from '../class-names.ts';
import styles from './state.module.css';

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  /** What the next step is. */
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** What a part shows when it has nothing to show: why, and the next step. */
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

/** A failure in the place of what it kept from being shown: the sentence, the hint, and a way to try again. */
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

/** Keeps a mistake in one part of the window from taking the rest with it. */
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

/** A line across a panel that says something the user must know. */
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
