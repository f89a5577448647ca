import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/paths.mjs';
import { runScript, print } from './lib/run-script.mjs';
import { walk } from './lib/walk.mjs';

const folder = join(root, 'test-results', 'gallery');

/**
 * Takes a picture of every view in five sizes and five themes, and compares each with that of the last time: `-u` accepts the new
 * ones. `-g "dark 1400x900"` takes some. Names texts and controls that overlap or are cut off as well.
 */
await runScript(async () => {
  const args = ['--update-snapshots=missing', ...process.argv.slice(2)];
  const { code } = await walk('e2e/gallery/playwright.config.ts', { args, timeoutMs: 2_400_000, show: true });
  if (!existsSync(folder)) return code;
  writeFileSync(join(folder, 'index.html'), page());
  print(`The pictures: ${join(folder, 'index.html')}`);
  return code;
});

function page() {
  const places = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sections = places.map(({ name: place }) => {
    const pictures = readdirSync(join(folder, place)).sort();
    const figures = pictures.map(
      (file) =>
        `<figure><a href="${place}/${file}"><img src="${place}/${file}" loading="lazy" width="400" alt=""></a><figcaption>${file}</figcaption></figure>`,
    );
    return `<h2>${place}</h2>\n${figures.join('\n')}`;
  });
  const style = 'body { font-family: sans-serif } figure { display: inline-block; margin: 8px }';
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Deskscope</title>\n<style>${style}</style>\n${sections.join('\n')}\n`;
}
