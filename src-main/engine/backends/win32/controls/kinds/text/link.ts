import { AppError } from '#contract/errors';
import type { Point } from '#contract/model/geometry';
import { maxLinks } from '#contract/model/elements/element-facts';
import type { RawLink } from '../../../../../backend.ts';
import { askMany } from '../../access/send.ts';
import type { Control } from '../../access/control.ts';
import { partId } from '../../ids.ts';
import { clickAt } from '../notify.ts';
import { numbered, type ControlKind, type Part, partStates } from '../kind.ts';

/** `LM_HITTEST` of commctrl.h. */
const hitTest = 0x0700;
/** `LHITTESTINFO` of commctrl.h: a point, then four numbers, an id of 48 and a URL of 2,084 characters; the link's index. */
const [hitSize, linkAt] = [8 + 16 + 48 * 2 + 2_084 * 2, 12];
/** Distance of probed points, in pixels: no link is smaller. */
const [stepX, stepY] = [6, 8];

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
    markup,
    text: inner,
    id: attribute(attributes, 'id'),
    address: attribute(attributes, 'href'),
  }));
}

function attribute(attributes: string, name: string): string {
  const match = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|(\\S+))`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2] ?? '';
}

function isOnly(text: string, { markup }: Link): boolean {
  return text.trim() === markup;
}

/** The position of a link in its text is unknown, unless it is the whole text. */
function toPart(control: Control, { text, id, address }: Link, index: number, isAll: boolean): Part {
  const bounds = isAll ? control.bounds : null;
  const states = partStates(control, control.bounds, ['focusable']);
  return {
    key: String(index),
    controlType: 'Hyperlink',
    name: text,
    automationId: id,
    bounds,
    states,
    ...(address !== '' && { value: address }),
    operations: { invoke: () => follow(control, index) },
  };
}

/** A link's bounds are unknown, only hit tests exist: it is clicked at the first point found. */
function follow(control: Control, index: number): void {
  const { client } = control;
  const places: Point[] = [];
  for (let y = stepY / 2; y < client.height; y += stepY) {
    for (let x = stepX / 2; x < client.width; x += stepX) places.push({ x, y });
  }
  const pack = ({ x, y }: Point) => {
    const question = Buffer.alloc(hitSize);
    question.writeInt32LE(x, 0);
    question.writeInt32LE(y, 4);
    return question;
  };
  const questions = places.map((place) => ({ message: hitTest, pack: () => pack(place) }));
  const found = askMany(control, { size: hitSize }, questions).findIndex(
    ({ answer, bytes }) => answer !== 0 && bytes.readInt32LE(linkAt) === index,
  );
  const place = places[found];
  if (!place) {
    throw new AppError('element_stale', 'The link is not visible in its text.', { delivery: 'not_delivered' });
  }
  clickAt(control, { x: client.x + place.x, y: client.y + place.y });
}

/** A part of a control, as referenced by another element. */
export function linkTo(control: Control, { key, name, controlType }: Part): RawLink {
  return { runtimeId: partId(control.window, [key]), name, controlType };
}

/** Parts by index, at most as many as a list of links holds. */
export function linksTo(
  control: Control,
  indices: readonly number[],
  read: (index: number) => Part | undefined,
): readonly RawLink[] {
  const parts = indices.slice(0, maxLinks).map(read);
  return parts.filter((part) => part !== undefined).map((part) => linkTo(control, part));
}
