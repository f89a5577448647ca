/**
 * Draws our icons from a glyph of the codicon font: MCP clients' icon of our server, in a grey for dark and light themes,
 * into src-main/mcp/protocol/icons.ts; and the app's, into resources/. Run it by hand after a change: `node scripts/icons.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { iconSizes, toIco } from './lib/ico.mjs';

const glyph = 'target';
const size = 24;
const colour = '#8b8f98';
const dist = new URL('../node_modules/@vscode/codicons/dist/', import.meta.url);
const file = new URL('../src-main/mcp/protocol/icons.ts', import.meta.url);

GlobalFonts.registerFromPath(fileURLToPath(new URL('codicon.ttf', dist)), 'codicon');
const css = readFileSync(new URL('codicon.css', dist), 'utf8');

function character() {
  const code = new RegExp(`\\.codicon-${glyph}:before \\{ content: "\\\\([0-9a-f]+)"`).exec(css)?.[1];
  if (!code) throw new Error(`There is no codicon ${glyph}.`);
  return String.fromCodePoint(Number.parseInt(code, 16));
}

function draw() {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  Object.assign(context, { font: `${size}px codicon`, fillStyle: colour, textBaseline: 'top' });
  context.fillText(character(), 0, 0);
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
}

/**
 * The app's icon: a search target on a dark tile.
 * @param {number} size in pixels
 */
function drawApp(size) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  context.beginPath();
  context.roundRect(0, 0, size, size, size * 0.2);
  context.fillStyle = '#1f2430';
  context.fill();
  const height = size * 0.75;
  Object.assign(context, { font: `${height}px codicon`, fillStyle: '#ff6b5e', textBaseline: 'top' });
  context.fillText(character(), (size - height) / 2, (size - height) / 2);
  return canvas.toBuffer('image/png');
}

const resources = new URL('../resources/', import.meta.url);
writeFileSync(new URL('icon.png', resources), drawApp(512));
writeFileSync(new URL('icon.ico', resources), toIco(iconSizes.map((size) => ({ size, png: drawApp(size) }))));

writeFileSync(
  file,
  `import type { Icon } from '@modelcontextprotocol/server';

/**
 * What clients show beside the server; none for each tool, since a list of tools would be three times as large. Made by
 * scripts/icons.mjs from the codicons (https://github.com/microsoft/vscode-codicons, CC BY 4.0).
 */
export const icons: Icon[] = [
  {
    src: '${draw()}',
    mimeType: 'image/png',
    sizes: ['${size}x${size}'],
  },
];
`,
);
