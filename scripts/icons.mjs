/**
 * Draws the icons that MCP clients show beside our tools, glyphs of the codicon font in a grey for dark and light, into
 * src-main/mcp/protocol/icons.ts. Run it by hand after a change: `node scripts/icons.mjs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const glyphs = { look: 'eye', act: 'target', window: 'multiple-windows' };
const size = 24;
const colour = '#8b8f98';
const dist = new URL('../node_modules/@vscode/codicons/dist/', import.meta.url);
const file = new URL('../src-main/mcp/protocol/icons.ts', import.meta.url);

GlobalFonts.registerFromPath(fileURLToPath(new URL('codicon.ttf', dist)), 'codicon');
const css = readFileSync(new URL('codicon.css', dist), 'utf8');

/** @param {string} glyph */
function draw(glyph) {
  const code = new RegExp(`\\.codicon-${glyph}:before \\{ content: "\\\\([0-9a-f]+)"`).exec(css)?.[1];
  if (!code) throw new Error(`There is no codicon ${glyph}.`);
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  Object.assign(context, { font: `${size}px codicon`, fillStyle: colour, textBaseline: 'top' });
  context.fillText(String.fromCodePoint(Number.parseInt(code, 16)), 0, 0);
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
}

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
