import { fact, presence, stateFact, type Fact } from './told.ts';

/** An assertion of a page about ATK. */
export interface Assertion {
  /** The id of the element. */
  readonly element: string;
  readonly text: string;
  /** Null if it is about something the engine does not tell. */
  readonly fact: Fact | null;
}

interface Step {
  readonly type: string;
  readonly element?: string;
  readonly test?: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Roles whose name in ATK is not the one of the constant. */
const roles: Readonly<Record<string, string>> = { ROLE_STATUSBAR: 'status bar' };

/**
 * The assertions about ATK of a manual test of web-platform-tests.
 * @returns none if the page must be changed first: the tests then expect events
 */
export function assertionsIn(html: string): readonly Assertion[] {
  const [, json] = /new ATTAcomm\(\s*(\{[\s\S]*?\n\s*\})\s*\)/u.exec(html) ?? [];
  if (!json) return [];
  const { steps } = JSON.parse(json) as { steps: readonly Step[] };
  if (steps.some(({ type }) => type !== 'test')) return [];
  return steps.flatMap(({ element = '', test }) =>
    (test?.['ATK'] ?? []).map((each) => ({ element, text: each.join(' '), fact: factOf(each) })),
  );
}

function factOf([kind = '', key = '', relation = '', value = '']: readonly string[]): Fact | null {
  const isPositive = !['isNot', 'doesNotContain'].includes(relation);
  if (kind === 'relation') {
    const type = key.replace('RELATION_', '').toLowerCase().replaceAll('_', ' ');
    const ids = value.replaceAll(/[[\]\s]/gu, '').split(',');
    return fact(`relation ${type} to ${value}`, isPositive, ({ relations }) =>
      ids.every((id) => relations[type]?.includes(id) ?? false),
    );
  }
  if (kind === 'result') return resultOf(key, value);
  if (kind !== 'property') return null;
  switch (key.toLowerCase()) {
    case 'accessible':
      return presence((value === 'true') === isPositive);
    case 'name':
      return fact('name', value, ({ name }) => name);
    case 'description':
      return fact('description', value, ({ description }) => description);
    case 'role':
      return fact(
        'role',
        roles[value] ?? value.replace('ROLE_', '').toLowerCase().replaceAll('_', ' '),
        ({ role }) => role,
      );
    case 'states':
      return stateFact(value.replace('STATE_', '').toLowerCase().replaceAll('_', '-'), isPositive);
    case 'interfaces':
      return fact(`interface ${value}`, isPositive, ({ interfaces }) => interfaces.includes(value));
    case 'objectattributes': {
      const [name = '', text] = value.split(/:(.*)/u);
      return fact(`attribute ${value}`, isPositive, ({ attributes }) =>
        text === undefined ? name in attributes : attributes[name] === text,
      );
    }
    default:
      return null;
  }
}

function resultOf(call: string, value: string): Fact | null {
  const number = Number(/-?[\d.]+/u.exec(value)?.[0]);
  switch (call) {
    case 'atk_value_get_minimum_value()':
      return fact('minimum', number, ({ range }) => range?.minimum);
    case 'atk_value_get_maximum_value()':
      return fact('maximum', number, ({ range }) => range?.maximum);
    case 'atk_value_get_current_value()':
      return fact('current value', number, ({ range }) => range?.current);
    case 'atk_table_get_n_rows()':
      return fact('rows', number, ({ table }) => table?.rows);
    case 'atk_table_get_n_columns()':
      return fact('columns', number, ({ table }) => table?.columns);
    case 'atk_table_cell_get_position()':
      return value.startsWith('row')
        ? fact('row', number, ({ cell }) => cell?.row)
        : fact('column', number, ({ cell }) => cell?.column);
    case 'atk_table_cell_get_row_column_span()':
      return value.startsWith('row')
        ? fact('row span', number, ({ cell }) => cell?.rowSpan)
        : fact('column span', number, ({ cell }) => cell?.columnSpan);
    default:
      return null;
  }
}
