import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { findLanguage } from '../../src-main/engine/ocr/languages.ts';
import { readText } from '../../src-main/engine/ocr/read-text.ts';
import { Recognizers } from '../../src-main/engine/ocr/recognizers.ts';
import { pixelsOf } from '../../src-main/engine/picture/canvas.ts';

/** A standalone program: prints the lines of text on pictures, a list for each, recognized as the app does it. */
const recognizers = new Recognizers();

async function linesOn(file: string): Promise<readonly string[]> {
  const image = await loadImage(await readFile(file));
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const input = { pixels: pixelsOf(canvas), origin: { x: 0, y: 0 }, language: await findLanguage('eng') };
  return (await readText(recognizers, input, AbortSignal.timeout(60_000))).map(({ text }) => text);
}

async function readAll(files: readonly string[]): Promise<readonly (readonly string[])[]> {
  const read: (readonly string[])[] = [];
  for (const file of files) read.push(await linesOn(file));
  return read;
}

void readAll(process.argv.slice(2)).then((read) => {
  recognizers.close();
  process.stdout.write(JSON.stringify(read));
});
