import type { ReactNode } from 'react';
import styles from './field.module.css';

interface Option<Value extends string> {
  readonly value: Value;
  readonly title: string;
  /** Its heading; options of one heading are consecutive. */
  readonly group?: string;
}

interface SelectFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly id?: string;
}

export function SelectField<Value extends string>(props: SelectFieldProps<Value>): ReactNode {
  const { label, value, options, onChange, id } = props;
  return (
    <select
      id={id}
      aria-label={label}
      data-tip={label}
      className={styles.select}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {groupsOf(options).map(([group, members]) =>
        group === undefined ? (
          members.map(drawOption)
        ) : (
          <optgroup key={group} label={group}>
            {members.map(drawOption)}
          </optgroup>
        ),
      )}
    </select>
  );
}

function drawOption({ value, title }: Option<string>): ReactNode {
  return (
    <option key={value} value={value}>
      {title}
    </option>
  );
}

function groupsOf(
  options: readonly Option<string>[],
): readonly (readonly [string | undefined, readonly Option<string>[]])[] {
  const names = [...new Set(options.map(({ group }) => group))];
  return names.map((name) => [name, options.filter(({ group }) => group === name)]);
}
