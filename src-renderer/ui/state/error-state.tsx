import type { ReactNode } from 'react';
import { toWire } from '#contract/errors';
import { Button } from '../button/button.tsx';
import { EmptyState } from './empty-state.tsx';

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
