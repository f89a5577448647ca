import '@vscode/codicons/dist/codicon.css';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

/** A codicon by its name, https://microsoft.github.io/vscode-codicons/dist/codicon.html */
export type IconName = string;

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
  readonly spin?: boolean;
}

/** Decoration: whatever it means is also said in text beside it or in its control's name. */
export function Icon({ name, className, spin }: IconProps): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={classNames('codicon', `codicon-${name}`, spin && 'codicon-modifier-spin', className)}
    />
  );
}
