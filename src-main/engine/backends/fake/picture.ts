import type { SKRSContext2D as Context } from '@napi-rs/canvas';
import { intersect, type Rect } from '#contract/model/geometry';
import type { Pixels } from '../../backend.ts';
import { fontOf } from '../../picture/font.ts';
import type { FakeDesktop } from './desktop.ts';
import { descend, isShown } from './element.ts';
import type { FakeWindow } from './window.ts';

/** A screenshot of part of the screen, with windows drawn bottom up and without the highlight. */
export async function drawScreen(desktop: FakeDesktop, region: Rect): Promise<Pixels> {
  const shown = desktop.windows.filter((window) => window.state !== 'minimized' && desktop.isHere(window));
  return draw(region, [...shown].reverse());
}

export async function drawWindow(window: FakeWindow): Promise<Pixels> {
  return draw(window.bounds, [window]);
}

async function draw(region: Rect, windows: readonly FakeWindow[]): Promise<Pixels> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas = createCanvas(region.width, region.height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#3a5f7d';
  context.fillRect(0, 0, region.width, region.height);
  context.translate(-region.x, -region.y);
  context.font = await fontOf(12);
  context.textBaseline = 'middle';
  for (const window of windows) drawOne(context, window, region);
  return toPixels(context, region, true);
}

/** A black arrow with its tip at the top left. */
export async function drawPointer(): Promise<Pixels> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const size = { width: 8, height: 12 };
  const context = createCanvas(size.width, size.height).getContext('2d');
  context.beginPath();
  for (const [x, y] of [
    [0, 0],
    [0, 11],
    [7, 7],
  ] as const)
    context.lineTo(x, y);
  context.fill();
  return toPixels(context, size, false);
}

function toPixels(context: Context, { width, height }: { width: number; height: number }, opaque: boolean): Pixels {
  const { data } = context.getImageData(0, 0, width, height);
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), opaque };
}

function drawOne(context: Context, window: FakeWindow, region: Rect): void {
  fill(context, window.bounds, '#5b6470');
  text(context, window.title, window.bounds.x + 8, window.bounds.y + 12, '#ffffff');
  fill(context, window.content, '#f2f2f2');
  context.save();
  context.beginPath();
  context.rect(window.content.x, window.content.y, window.content.width, window.content.height);
  context.clip();
  for (const element of descend(window.root)) {
    const place = window.place(element);
    if (!place || element === window.root || !isShown(element) || !intersect(place, region)) continue;
    if (element.onInvoke || element.has('editable')) fill(context, place, element.onInvoke ? '#dcdfe4' : '#ffffff');
    if (element.controlType !== 'Text') outline(context, place);
    const shown = element.secret ? '•'.repeat(element.value?.length ?? 0) : (element.value ?? element.name);
    const mark = element.has('checkable') ? (element.has('checked') ? '☑ ' : '☐ ') : '';
    if (element.children.length === 0) text(context, mark + shown, place.x + 4, place.y + 11, '#1b1f24');
  }
  context.restore();
}

function fill(context: Context, { x, y, width, height }: Rect, color: string): void {
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
}

function outline(context: Context, { x, y, width, height }: Rect): void {
  context.strokeStyle = '#a0a6ad';
  context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
}

/** More characters than a line of the screen can show. */
const visibleCharacters = 1_000;

function text(context: Context, value: string, x: number, y: number, color: string): void {
  context.fillStyle = color;
  // The canvas rejects texts with null characters.
  context.fillText(value.slice(0, visibleCharacters).replaceAll('\0', ''), x, y);
}
