import type { Path } from './problem.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

/** `${NAME}`, `${NAME:-instead}`, and `$${` for a plain `${`. */
const reference = /\$\$\{|\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g;

/** Expands the variables in every text of a value; `missing` is called for each unset one. */
export function expandVariables(
  value: unknown,
  variables: Variables,
  missing: (name: string, path: Path) => void,
  path: Path = [],
): unknown {
  if (typeof value === 'string') {
    return value.replace(reference, (whole, name: string | undefined, instead: string | undefined) => {
      if (name === undefined) return '${';
      const found = variables[name] ?? instead;
      if (found === undefined) missing(name, path);
      return found ?? whole;
    });
  }
  if (Array.isArray(value))
    return value.map((item, index) => expandVariables(item, variables, missing, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, expandVariables(item, variables, missing, [...path, key])] as const,
  );
  return Object.fromEntries(entries);
}
