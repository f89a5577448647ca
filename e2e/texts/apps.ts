import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { chromiumFlags } from '../../src-main/engine/testing/programs.ts';

const scripts = resolve(import.meta.dirname, '../target-apps/linux/texts');

/** An app's contents, by element name, or else by position: as reported or saved by it. */
export type Model = Readonly<Record<string, unknown>>;

export interface TextApp {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** Of its window. */
  readonly title: string;
  /** Types of elements to try, including those that must refuse texts. */
  readonly types: readonly string[];
  /** Keys that save its contents, if it does not report them by itself. */
  readonly saves?: string;
  /** Its contents must not change. */
  readonly refuses?: true;
  /** It has fields outside the model, such as those of its toolbar. */
  readonly hasOthers?: true;
  /** A line break in a text would end the input. */
  readonly oneLine?: true;
  model(): Model;
  close?(): void;
}

/** @param folder the app's own, empty */
type Start = (folder: string) => Promise<TextApp> | TextApp;

const everywhere = ['Edit', 'Spinner', 'ComboBox', 'DataItem', 'ListItem', 'Image', 'Table', 'List', 'Button'] as const;

function script(name: string, env: NodeJS.ProcessEnv = {}): Start {
  return (folder) => {
    const file = join(folder, 'state');
    const model = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Model) : {});
    const args = [join(scripts, name), file];
    return { program: '/usr/bin/python3', args, env, title: 'Texts', types: everywhere, model };
  };
}

async function page(folder: string): Promise<TextApp> {
  let state: Model = {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      if (request.url === '/state') state = JSON.parse(body) as Model;
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      if (request.url === '/state') response.end();
      else createReadStream(join(scripts, 'page.html')).pipe(response);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const own = ['--disable-gpu', '--force-renderer-accessibility', `--user-data-dir=${join(folder, 'profile')}`];
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const args = [...chromiumFlags, ...own, `--app=${url}`];
  return { program: 'chromium', args, title: 'Texts', types: everywhere, model: () => state, close };
}

const cells = [
  ['one', 'two', 'three'],
  ['four', 'five', '6'],
  ['seven', '8', 'nine'],
];

function calc(folder: string): TextApp {
  const file = join(folder, 'texts.fods');
  const spaces = ['office', 'table', 'text'].map((n) => `xmlns:${n}="urn:oasis:names:tc:opendocument:xmlns:${n}:1.0"`);
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
  const rows = cells.map((row) => `<table:table-row>${row.map(cell).join('')}</table:table-row>`).join('');
  const table = `<office:spreadsheet><table:table table:name="Texts">${rows}</table:table></office:spreadsheet>`;
  const mimetype = 'office:mimetype="application/vnd.oasis.opendocument.spreadsheet"';
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces.join(' ')} office:version="1.2" ${mimetype}><office:body>${table}</office:body></office:document>`,
  );
  return {
    ...soffice(folder, '--calc', file),
    title: 'texts.fods',
    types: ['DataItem', 'DataItem', 'DataItem', 'Table', 'Document'],
    model: () => cellsOf(readFileSync(file, 'utf8')),
  };
}

function writer(folder: string): TextApp {
  const file = join(folder, 'texts.fodt');
  const spaces = ['office', 'text'].map((n) => `xmlns:${n}="urn:oasis:names:tc:opendocument:xmlns:${n}:1.0"`);
  const mimetype = 'office:mimetype="application/vnd.oasis.opendocument.text"';
  const text = cells.map((row) => `<text:p>${row.join(' ')}</text:p>`).join('');
  writeFileSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?><office:document ${spaces.join(' ')} office:version="1.2" ${mimetype}><office:body><office:text>${text}</office:text></office:body></office:document>`,
  );
  return {
    ...soffice(folder, '--writer', file),
    title: 'texts.fodt',
    types: ['Edit', 'Edit', 'Edit', 'Text', 'Custom', 'Document', 'Pane'],
    oneLine: true,
    hasOthers: true,
    model: () =>
      Object.fromEntries(
        linesIn(readFileSync(file, 'utf8').split('<office:text')[1] ?? '').map((line, n) => [`0.${n}`, line]),
      ),
  };
}

function soffice(folder: string, module: string, file: string) {
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  return {
    program: 'soffice',
    args: [module, '--norestore', '--nologo', '--nofirststartwizard', profile, file],
    env: { SAL_USE_VCLPLUGIN: 'gtk3' },
    saves: 'ctrl+s',
  };
}

/** The non-empty cells of a flat ODF sheet, by address. */
function cellsOf(xml: string): Model {
  const model: Record<string, string> = {};
  let row = 0;
  for (const [, attributes = '', inside = ''] of (xml.split('<office:spreadsheet')[1] ?? '').matchAll(
    /<table:table-row\b([^>]*?)(?:\/>|>(.*?)<\/table:table-row>)/gs,
  )) {
    let column = 0;
    for (const [, own = '', content = ''] of inside.matchAll(
      /<table:(?:covered-)?table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:(?:covered-)?table-cell>)/gs,
    )) {
      const lines = linesIn(content);
      const address = `${String.fromCharCode(65 + column)}${row + 1}`;
      if (lines.length > 0) model[address] = lines.join('\n');
      column += repeated(own, 'columns');
    }
    row += repeated(attributes, 'rows');
  }
  return model;
}

function linesIn(xml: string): readonly string[] {
  return [...xml.matchAll(/<text:p\b[^>]*?(?:\/>|>(.*?)<\/text:p>)/gs)].map(([, text = '']) => plain(text));
}

function repeated(attributes: string, what: string): number {
  return Number(new RegExp(`number-${what}-repeated="(\\d+)"`).exec(attributes)?.[1] ?? 1);
}

function plain(xml: string): string {
  const text = xml
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, n: string | undefined) => ' '.repeat(Number(n ?? 1)))
    .replace(/<[^>]*>/g, '');
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&');
}

/** Gnumeric reports no cells: its sheet is a canvas, which must refuse. */
function gnumeric(folder: string): TextApp {
  const file = join(folder, 'texts.csv');
  writeFileSync(file, cells.map((row) => row.join(',')).join('\n'));
  const saved = join(folder, 'texts.gnumeric');
  spawnSync('ssconvert', [file, saved]);
  const model = () => {
    if (!existsSync(saved)) return {};
    const xml = gunzipSync(readFileSync(saved)).toString();
    const found = [...xml.matchAll(/<gnm:Cell Row="(\d+)" Col="(\d+)"[^>]*>(.*?)<\/gnm:Cell>/gs)];
    return Object.fromEntries(found.map(([, row = '', column = '', text = '']) => [`${row}.${column}`, text]));
  };
  return {
    program: 'gnumeric',
    args: [saved],
    title: 'texts',
    types: ['Pane', 'Image', 'Custom', 'Button', 'Table'],
    refuses: true,
    saves: 'ctrl+s',
    model,
  };
}

function fileManager(program: string, args: readonly string[] = []): Start {
  return (folder) => {
    const shown = join(folder, 'shown');
    mkdirSync(shown);
    for (const name of ['a.txt', 'b.txt', 'c.txt', 'd e.txt']) writeFileSync(join(shown, name), name);
    return {
      program,
      args: [...args, shown],
      title: 'shown',
      types: ['ListItem', 'Image', 'DataItem', 'Pane', 'List', 'Table', 'Custom'],
      refuses: true,
      model: () =>
        Object.fromEntries(readdirSync(shown).map((name) => [name, statSync(join(shown, name)).size] as const)),
    };
  };
}

/** A program in a terminal that stores all its input lines. */
function terminal(program: string, before: readonly string[], named: boolean): Start {
  return (folder) => {
    const file = join(folder, 'lines');
    writeFileSync(file, '');
    return {
      program,
      args: [...before, 'sh', '-c', `exec cat > ${file}`],
      title: '',
      types: named ? ['Edit'] : [],
      model: () => ({ lines: readFileSync(file, 'utf8') }),
    };
  };
}

/** All kinds of elements, in apps of many toolkits. */
export const textApps = {
  'GTK 3': script('gtk3.py'),
  'GTK 4': script('gtk4.py', { GSK_RENDERER: 'cairo' }),
  Qt: script('qt.py'),
  Chromium: page,
  'LibreOffice Calc': calc,
  'LibreOffice Writer': writer,
  Gnumeric: gnumeric,
  Thunar: fileManager('thunar'),
  'PCManFM-Qt': fileManager('pcmanfm-qt'),
  'Xfce Terminal': terminal('xfce4-terminal', ['--disable-server', '-x'], true),
  xterm: terminal('xterm', ['-e'], false),
} satisfies Readonly<Record<string, Start>>;

export type TextAppName = keyof typeof textApps;
