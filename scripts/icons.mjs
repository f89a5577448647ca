/**
 * Draws our icons with glyphs of the codicon font: those that MCP clients show beside our tools, in a grey for dark and light,
 * into src-main/mcp/protocol/icons.ts; and the app's, into resources/. Run it by hand after a change: `node scripts/icons.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { iconSizes, toIco } from './lib/ico.mjs';

const glyphs = { look: 'eye', act: 'target', window: 'multiple-windows' };
const size = 24;
const colour = '#8b8f98';
const dist = new URL('../node_modules/@vscode/codicons/dist/', import.meta.url);
const file = new URL('../src-main/mcp/protocol/icons.ts', import.meta.url);

GlobalFonts.registerFromPath(fileURLToPath(new URL('codicon.ttf', dist)), 'codicon');
const css = readFileSync(new URL('codicon.css', dist), 'utf8');

/** @param {string} glyph */
function characterOf(glyph) {
  const code = new RegExp(`\\.codicon-${glyph}:before \\{ content: "\\\\([0-9a-f]+)"`).exec(css)?.[1];
  if (!code) throw new Error(`There is no codicon ${glyph}.`);
  return String.fromCodePoint(Number.parseInt(code, 16));
}

/** @param {string} glyph */
function draw(glyph) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  Object.assign(context, { font: `${size}px codicon`, fillStyle: colour, textBaseline: 'top' });
  context.fillText(characterOf(glyph), 0, 0);
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
}

/**
 * The app's own: what is looked for, on a dark tile.
 * @param {number} size in pixels
 */
function drawApp(size) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.beginPath();
  context.roundRect(0, 0, size, size, size * 0.2);
  context.fillStyle = '#1f2430';
  context.fill();
  const glyph = size * 0.75;
  Object.assign(context, { font: `${glyph}px codicon`, fillStyle: '#ff6b5e', textBaseline: 'top' });
  context.fillText(characterOf('target'), (size - glyph) / 2, (size - glyph) / 2);
  return canvas.toBuffer('image/png');
}

const resources = new URL('../resources/', import.meta.url);
writeFileSync(new URL('icon.png', resources), drawApp(512));
writeFileSync(new URL('icon.ico', resources), toIco(iconSizes.map((size) => ({ size, png: drawApp(size) }))));

const lines = Object.entries(glyphs).map(([name, glyph]) => `  ${name}: icon(\n    '${draw(glyph)}',\n  ),\n`);
writeFileSync(
  file,
  `import type { Icon } from '@modelcontextprotocol/server';

/** Made by scripts/icons.mjs from the codicons (https://github.com/microsoft/vscode-codicons, CC BY 4.0). */
export const icons = {
${lines.join('')}} as const;

function icon(src: string): Icon[] {
  return [{ src, mimeType: 'image/png', sizes: ['${size}x${size}'] }];
}
`,
);
