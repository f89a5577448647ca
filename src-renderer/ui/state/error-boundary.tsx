import { Component, type ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';

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
