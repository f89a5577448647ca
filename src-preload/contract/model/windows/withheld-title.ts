import type { WindowInfo } from './window.ts';

/** What stands for a title that the user has not shown to agents; the window's app and id may be named. */
export function withheldTitle({ app, className }: Pick<WindowInfo, 'app' | 'className'>): string {
  return `(title withheld: ${app || className || 'sensitive app'})`;
}

/** Whether a title was withheld from whoever has it. */
export function isRedacted({
  title,
  app,
  className = '',
}: Pick<WindowInfo, 'title' | 'app'> & { readonly className?: string }): boolean {
  return title === withheldTitle({ app, className });
}
