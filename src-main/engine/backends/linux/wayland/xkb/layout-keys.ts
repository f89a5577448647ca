import { closeSync, readSync } from 'node:fs';
import koffi from 'koffi';
import { keysymOfCharacter } from '../../x11/input/keyboard/keys.ts';
import type { KeyPlace } from '../compositor.ts';
import { WaylandConnection } from '../wire/connection.ts';
import { CompositorLost } from '../wire/failure.ts';

/** https://wayland.app/protocols/wayland#wl_seat */
const getKeyboard = 1;
const capabilitiesEvent = 0;
const hasKeyboard = 2;
const keymapEvent = 0;
/** Offset between keycodes of xkb and those of the kernel. */
const xkbOffset = 8;
const textFormat = 1;
/** Levels in ascending effort: plain, Shift, AltGr, both. */
const levels = [
  { shift: false, altgr: false },
  { shift: true, altgr: false },
  { shift: false, altgr: true },
  { shift: true, altgr: true },
] as const;

/** The keys of the user's own layouts. */
export class LayoutKeys {
  readonly #layouts: readonly ReadonlyMap<number, KeyPlace>[];
  readonly #current: () => Promise<number | null>;

  private constructor(layouts: readonly ReadonlyMap<number, KeyPlace>[], current: () => Promise<number | null>) {
    this.#layouts = layouts;
    this.#current = current;
  }

  /**
   * @param current index of the active layout; null if unknown: then only keys that are the same in all layouts count
   * @throws CompositorLost
   */
  static async open(path: string, current: () => Promise<number | null>): Promise<LayoutKeys> {
    return new LayoutKeys(layoutsIn(await readKeymap(path)), current);
  }

  async find(keysyms: readonly number[]): Promise<ReadonlyMap<number, KeyPlace>> {
    const current = await this.#current();
    const [first, ...others] = current === null ? this.#layouts : [this.#layouts[current] ?? this.#layouts[0]];
    const found = [...new Set(keysyms)].flatMap((keysym) => {
      const place = first?.get(keysym);
      return place && others.every((layout) => isSame(layout?.get(keysym), place)) ? [[keysym, place] as const] : [];
    });
    return new Map(found);
  }
}

function isSame(one: KeyPlace | undefined, other: KeyPlace): boolean {
  return one?.code === other.code && one.shift === other.shift && one.altgr === other.altgr;
}

/** The keymap that the compositor sends to all apps, as text. */
async function readKeymap(path: string): Promise<string> {
  const connection = await WaylandConnection.open(path, true);
  try {
    return await connection.wait<string>((done) => {
      const keyboard = connection.create((opcode, event) => {
        if (opcode !== keymapEvent) return;
        event.uint();
        const fd = event.fd();
        const text = Buffer.alloc(event.uint());
        readSync(fd, text, 0, text.length, 0);
        closeSync(fd);
        done(text.toString('utf8').replace(/\0[^]*$/, ''));
      });
      let isAsked = false;
      // A just created virtual keyboard may be reported later than the rest of the seat.
      const seat = connection.bind('wl_seat', 1, (opcode, event) => {
        if (opcode !== capabilitiesEvent || (event.uint() & hasKeyboard) === 0 || isAsked) return;
        isAsked = true;
        connection.send(seat, getKeyboard, keyboard);
      });
    });
  } finally {
    connection.close();
  }
}

/** https://xkbcommon.org/doc/current/group__keymap.html: the library that all toolkits use to parse it. */
function openXkb() {
  try {
    const xkb = koffi.load('libxkbcommon.so.0');
    return {
      context: xkb.func('void *xkb_context_new(int flags)'),
      endContext: xkb.func('void xkb_context_unref(void *context)'),
      keymap: xkb.func('void *xkb_keymap_new_from_string(void *context, str text, int format, int flags)'),
      endKeymap: xkb.func('void xkb_keymap_unref(void *keymap)'),
      layouts: xkb.func('uint xkb_keymap_num_layouts(void *keymap)'),
      symbols: xkb.func(
        'int xkb_keymap_key_get_syms_by_level(void *keymap, uint key, uint layout, uint level, _Out_ void **symbols)',
      ),
      character: xkb.func('uint xkb_keysym_to_utf32(uint keysym)'),
    };
  } catch {
    throw new CompositorLost('libxkbcommon.so.0, which reads its keys, is not there');
  }
}

function layoutsIn(text: string): readonly ReadonlyMap<number, KeyPlace>[] {
  const xkb = openXkb();
  const context = xkb.context(0) as unknown;
  const keymap = xkb.keymap(context, text, textFormat, 0) as unknown;
  try {
    if (!keymap) throw new CompositorLost('it tells of keys what cannot be read');
    return Array.from({ length: xkb.layouts(keymap) as number }, (_, layout) => {
      const places = new Map<number, KeyPlace>();
      for (const [level, { shift, altgr }] of levels.entries()) {
        for (let code = 1; code < 256 - xkbOffset; code++) {
          const keysym = onlySymbol(xkb.symbols, keymap, code + xkbOffset, layout, level);
          const character = keysym && (xkb.character(keysym) as number);
          const place = { code, shift, altgr };
          for (const each of [keysym, character >= 0x20 ? keysymOfCharacter(String.fromCodePoint(character)) : 0])
            if (each && !places.has(each)) places.set(each, place);
        }
      }
      return places;
    });
  } finally {
    if (keymap) xkb.endKeymap(keymap);
    xkb.endContext(context);
  }
}

function onlySymbol(
  symbols: ReturnType<typeof openXkb>['symbols'],
  keymap: unknown,
  key: number,
  layout: number,
  level: number,
): number {
  const found: [unknown] = [null];
  if ((symbols(keymap, key, layout, level, found) as number) !== 1) return 0;
  return koffi.decode(found[0], 'uint32') as number;
}
