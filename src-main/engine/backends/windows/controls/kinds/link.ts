import { askMany } from '../access/ask-many.ts';
import type { Control } from '../access/control.ts';
import { numbered, type ControlKind, type Part } from './kind.ts';
import { partStates } from './part-states.ts';

/** `LM_SETITEM` of commctrl.h; `LIF_ITEMINDEX | LIF_STATE`, `LIS_FOCUSED`. */
const [setItem, indexAndState, focusedLink] = [0x0702, 0x0001 | 0x0002, 0x0001];
/** `LITEM` of commctrl.h: four numbers, an id of 48 and an address of 2,084 characters. */
const linkSize = 16 + 48 * 2 + 2_084 * 2;
/** `WM_KEYDOWN`, `WM_KEYUP`, `VK_RETURN`. */
const [keyDown, keyUp, enter] = [0x0100, 0x0101, 0x0d];

export const sysLink: ControlKind = {
  classes: ['syslink'],
  describe(control) {
    const text = control.text;
    const links = linksIn(text);
    return {
      controlType: 'Text',
      name: text.replace(/<\/?a\b[^>]*>/gi, ''),
      focusable: links.length > 0,
      parts: numbered(links.length, (first, count) =>
        links.slice(first, first + count).map((link, at) => toPart(control, link, first + at, isOnly(text, link))),
      ),
    };
  },
};

interface Link {
  readonly markup: string;
  readonly text: string;
  readonly id: string;
  readonly address: string;
}

/** The links in a text such as `Read <a href="https://example.org">more</a>.` */
function linksIn(text: string): readonly Link[] {
  return [...text.matchAll(/<a\b([^>]*)>([\s\S]*?)<\/a>/gi)].map(([markup, attributes = '', inner = '']) => ({
    ...{ markup, text: inner, id: attribute(attributes, 'id'), address: attribute(attributes, 'href') },
  }));
}

function attribute(attributes: string, name: string): string {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|(\\S+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? '';
}

function isOnly(text: string, { markup }: Link): boolean {
  return text.trim() === markup;
}

/** Nobody says where in its text a link is, unless it is all of it. */
function toPart(control: Control, { text, id, address }: Link, index: number, isAll: boolean): Part {
  const bounds = isAll ? control.bounds : null;
  const states = partStates(control, control.bounds, ['focusable']);
  return {
    ...{ key: String(index), controlType: 'Hyperlink', name: text, automationId: id, bounds, states },
    ...(address !== '' && { value: address }),
    operations: { invoke: () => follow(control, index) },
  };
}

/** As the keys do it: Tab to the link, then Enter. */
function follow(control: Control, index: number): void {
  const pack = () => {
    const item = Buffer.alloc(linkSize);
    for (const [at, value] of [indexAndState, index, focusedLink, focusedLink].entries())
      item.writeUInt32LE(value, at * 4);
    return item;
  };
  askMany(control, { size: linkSize, acts: true }, [{ message: setItem, pack }]);
  control.notify(keyDown, enter, 1);
  control.notify(keyUp, enter, 0xc000_0001);
}
