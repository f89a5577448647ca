import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../class-names.ts';
import { canRun, type Command } from '../command.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './button.module.css';

type Variant = 'primary' | 'secondary' | 'ghost' | 'record';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly variant?: Variant;
  readonly icon?: IconName;
  readonly busy?: boolean;
}

export function Button({ variant = 'secondary', icon, busy, className, children, ...rest }: ButtonProps): ReactNode {
  return (
    <button type="button" className={classNames(styles.button, styles[variant], className)} {...rest}>
      {(busy || icon) && <Icon name={busy ? 'loading' : (icon ?? '')} spin={busy ?? false} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  readonly icon: IconName;
  /** Its accessible name and tooltip. */
  readonly label: string;
  readonly keys?: string | undefined;
  readonly spin?: boolean;
}

export function IconButton({ icon, label, keys, spin, className, ...rest }: IconButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={label}
      data-tip={label}
      data-tip-keys={keys}
      className={classNames(styles.icon, className)}
      {...rest}
    >
      <Icon name={icon} spin={spin ?? false} />
    </button>
  );
}

/** A command as an icon: name, tooltip, key and state come from the command. */
export function CommandButton({
  command,
  className,
}: {
  readonly command: Command;
  readonly className?: string;
}): ReactNode {
  return (
    <IconButton
      icon={command.icon}
      label={command.title}
      keys={command.keys?.[0]}
      disabled={!canRun(command)}
      onClick={() => command.run()}
      className={className}
      data-command={command.id}
    />
  );
}

interface CopyButtonProps {
  /** Name of the copied text, e.g. `selector`. */
  readonly what: string;
  readonly onCopy: () => void;
}

/** Shows “Copied” for a moment, in name and icon. */
export function CopyButton({ what, onCopy }: CopyButtonProps): ReactNode {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), 1500);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <IconButton
      icon={done ? 'check' : 'copy'}
      label={done ? 'Copied' : `Copy ${what}`}
      onClick={() => {
        onCopy();
        setDone(true);
      }}
    />
  );
}
