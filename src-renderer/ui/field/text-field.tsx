import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon/icon.tsx';
import styles from './field.module.css';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** Its accessible name; also the placeholder where none is given. */
  readonly label: string;
  readonly icon?: IconName;
  readonly onText: (text: string) => void;
  /** At the right end, inside the border. */
  readonly after?: ReactNode;
}

export function TextField({ label, icon, onText, after, className, ...rest }: TextFieldProps): ReactNode {
  return (
    <div className={classNames(styles.box, className)}>
      {icon && <Icon name={icon} className={styles.lead} />}
      <input
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        autoComplete="off"
        className={styles.input}
        onChange={(event) => onText(event.currentTarget.value)}
        {...rest}
      />
      {after}
    </div>
  );
}
