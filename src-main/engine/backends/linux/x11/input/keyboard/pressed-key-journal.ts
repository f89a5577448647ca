import type { XConnection } from '../../display/connection.ts';
import { numbersOf } from '../../display/properties.ts';

/** A change of ours that persists on the X server after our process dies, until it is undone. */
export type Debt =
  | { readonly kind: 'key'; readonly code: number }
  | { readonly kind: 'button'; readonly code: number }
  /** A remapped spare keycode, with its first keysym. */
  | { readonly kind: 'remap'; readonly code: number; readonly keysym: number }
  /** The original layout and locked modifiers. */
  | { readonly kind: 'locks'; readonly group: number; readonly locked: number };

const kinds = ['key', 'button', 'remap', 'locks'] as const;
const numbersPerDebt = 3;
const prefix = '_DESKSCOPE_INPUT_';
const ownerMark = '_DESKSCOPE_INPUT_OWNER';
/** Predefined atom: https://www.x.org/releases/X11R7.7/doc/xproto/x11protocol.html#glossary (CARDINAL). */
const cardinal = 6;
const propModeReplace = 0;
const inputOnly = 2;

/**
 * The pending undo list, written on the root window before each change: on one connection the server processes both in order,
 * so that the list is always complete. It is named after a window of ours, which the server destroys with our connection: a
 * list without its window belongs to a dead process.
 */
export class PressedKeyJournal {
  readonly #x: XConnection;
  readonly #property: number;
  readonly #owes: () => void;
  readonly #debts = new Map<string, Debt>();

  private constructor(x: XConnection, property: number, owes: () => void) {
    this.#x = x;
    this.#property = property;
    this.#owes = owes;
  }

  /** @param owes called before each change */
  static async open(x: XConnection, owes: () => void): Promise<PressedKeyJournal> {
    const window = x.client.AllocID();
    const [property, mark] = await Promise.all([x.atom(nameFor(window)), x.atom(ownerMark)]);
    x.client.CreateWindow(window, x.root, 0, 0, 1, 1, 0, 0, inputOnly, 0, {});
    x.client.ChangeProperty(propModeReplace, window, mark, cardinal, 32, [1]);
    return new PressedKeyJournal(x, property, owes);
  }

  /** Records an imminent change. An already recorded one stays unchanged. */
  add(debt: Debt): void {
    const key = keyOf(debt);
    if (this.#debts.has(key)) return;
    this.#debts.set(key, debt);
    this.#write();
  }

  /** Records that an entry will change. */
  replace(debt: Debt): void {
    this.#debts.set(keyOf(debt), debt);
    this.#write();
  }

  /** Removes an undone entry. */
  remove(kind: Debt['kind'], code?: number): void {
    if (this.#debts.delete(`${kind} ${code ?? ''}`)) this.#write();
  }

  #write(): void {
    if (this.#debts.size > 0) this.#owes();
    if (this.#debts.size === 0) this.#x.client.DeleteProperty(this.#x.root, this.#property);
    else
      this.#x.client.ChangeProperty(
        propModeReplace,
        this.#x.root,
        this.#property,
        cardinal,
        32,
        pack(this.#debts.values()),
      );
  }
}

/** A list without an owner; `erase` it once everything is undone. */
export interface LeftDebts {
  readonly debts: readonly Debt[];
  readonly erase: () => void;
}

/** Lists of dead predecessors. Must be read before our own journal is opened: the server reuses window ids. */
export async function leftDebts(x: XConnection): Promise<readonly LeftDebts[]> {
  const atoms = await x.ask<readonly number[]>((client, done) => client.ListProperties(x.root, done));
  const named = await Promise.all(
    atoms.map(async (atom) => ({
      atom,
      name: await x.ask<string>((client, done) => client.GetAtomName(atom, done)),
    })),
  );
  const left: LeftDebts[] = [];
  for (const { atom, name } of named) {
    if (!name.startsWith(prefix) || (await isAlive(x, Number.parseInt(name.slice(prefix.length), 16)))) continue;
    const { data } = await x.ask<{ readonly data: Buffer }>((client, done) =>
      client.GetProperty(0, x.root, atom, cardinal, 0, 1024, done),
    );
    left.push({ debts: unpack(numbersOf(data)), erase: () => x.client.DeleteProperty(x.root, atom) });
  }
  return left;
}

async function isAlive(x: XConnection, window: number): Promise<boolean> {
  const mark = await x.atom(ownerMark);
  try {
    const { type } = await x.ask<{ readonly type: number }>((client, done) =>
      client.GetProperty(0, window, mark, cardinal, 0, 1, done),
    );
    return type === cardinal;
  } catch {
    // BadWindow: destroyed with its connection.
    return false;
  }
}

function nameFor(window: number): string {
  return prefix + window.toString(16);
}

function keyOf(debt: Debt): string {
  return `${debt.kind} ${debt.kind === 'locks' ? '' : debt.code}`;
}

export function pack(debts: Iterable<Debt>): number[] {
  return [...debts].flatMap((debt) => {
    const kind = kinds.indexOf(debt.kind);
    if (debt.kind === 'locks') return [kind, debt.group, debt.locked];
    return [kind, debt.code, debt.kind === 'remap' ? debt.keysym : 0];
  });
}

/** Foreign lists: malformed entries are skipped. */
export function unpack(numbers: readonly number[]): Debt[] {
  const debts: Debt[] = [];
  for (let at = 0; at + numbersPerDebt <= numbers.length; at += numbersPerDebt) {
    const [kind = -1, a = 0, b = 0] = numbers.slice(at, at + numbersPerDebt);
    switch (kinds[kind]) {
      case 'key':
        if (isCode(a)) debts.push({ kind: 'key', code: a });
        break;
      case 'button':
        if (isCode(a)) debts.push({ kind: 'button', code: a });
        break;
      case 'remap':
        if (isCode(a)) debts.push({ kind: 'remap', code: a, keysym: b });
        break;
      case 'locks':
        debts.push({ kind: 'locks', group: a & 3, locked: b & 0xff });
        break;
      case undefined:
    }
  }
  return debts;
}

function isCode(code: number): boolean {
  return code > 0 && code < 256;
}
