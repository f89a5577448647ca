import codepoints from '@vscode/codicons/src/template/mapping.json';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './icon.module.css';

/** A codicon by its name, https://microsoft.github.io/vscode-codicons/dist/codicon.html */
export type IconName = string;

const glyphs = new Map(
  Object.entries(codepoints).flatMap(([code, names]) =>
    names.map((name) => [name, String.fromCodePoint(Number(code))] as const),
  ),
);

interface IconProps {
  readonly name: IconName;
  readonly className?: string | undefined;
  readonly spin?: boolean;
}

/**
 * Decoration: whatever it means is also said in text beside it or in its control's name. The classes are our own: those of
 * codicons belong to Monaco, which gives them another size and motion once it is loaded.
 */
export function Icon({ name, className, spin }: IconProps): ReactNode {
  return (
    <span
      aria-hidden="true"
      data-icon={name}
      data-glyph={glyphs.get(name)}
      className={classNames(styles.icon, spin && styles.spin, className)}
    />
  );
}
