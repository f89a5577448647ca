import { keys, tap, tapAt, tapRole, type } from '../acts.ts';
import { chromiumFlags } from '../../../src-main/engine/testing/programs.ts';
import type { Flow, FlowApp } from '../flow.ts';

const names = { ' ': '#FFFFFF', r: '#CC3333', b: '#3333CC' } as const;
/** Left, top, right and bottom of the pixels in that colour. */
type Square = readonly [left: number, top: number, right: number, bottom: number, colour: keyof typeof names];
const size = { width: 320, height: 220 };

function picture(...squares: readonly Square[]): string {
  const colourAt = (x: number, y: number) =>
    squares.find(([left, top, right, bottom]) => x >= left && x < right && y >= top && y < bottom)?.[4] ?? ' ';
  const columns = Array.from({ length: size.width }, (_, x) => x);
  const rows = Array.from({ length: size.height }, (_, y) => columns.map((x) => colourAt(x, y)).join(''));
  const colours = Object.entries(names).map(([key, colour]) => `${key} c ${colour}`);
  const lines = [`${size.width} ${size.height} ${colours.length} 1`, ...colours, ...rows];
  return `/* XPM */\nstatic char *a[] = {\n${lines.map((line) => `"${line}"`).join(',\n')}\n};\n`;
}

/** Number of pixels of each colour in an XPM. */
function coloursOf(text: string): string {
  const [head = '', ...lines] = [...text.matchAll(/"([^"]*)"/g)].map(([, line = '']) => line);
  const [width = 0, , count = 0, each = 1] = head.trim().split(/\s+/).map(Number);
  const called = new Map(lines.slice(0, count).map((line) => [line.slice(0, each), line.slice(each).trim()]));
  const counts = new Map<string, number>();
  for (const line of lines.slice(count)) {
    for (let x = 0; x < width; x++) {
      const name = called.get(line.slice(x * each, (x + 1) * each)) ?? '?';
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].map(([name, pixels]) => `${name.toLowerCase()} ${pixels}`).join('\n');
}

const townsAt = (x: number, y: number) => `<!doctype html><meta charset="utf-8"><title>Map</title>
<canvas id="map" width="800" height="500"></canvas><script>
const map = document.getElementById('map'), pen = map.getContext('2d');
const towns = [['Bern', 120, 90], ['Wien', 520, 160], ['Prag', 420, 60], ['Rom', 330, 380]].map(([name, left, top]) => [name, left + ${x}, top + ${y}]);
pen.fillStyle = '#dde8dd'; pen.fillRect(0, 0, 800, 500); pen.font = '16px sans-serif';
for (const [name, left, top] of towns) {
  pen.fillStyle = '#c33'; pen.beginPath(); pen.arc(left, top, 7, 0, 7); pen.fill();
  pen.fillStyle = '#111'; pen.fillText(name, left + 12, top + 5);
}
map.onclick = ({ offsetX, offsetY }) => {
  const [name = 'nothing'] = towns.find(([, left, top]) => offsetX > left - 12 && offsetX < left + 60 && Math.abs(offsetY - top) < 14) ?? [];
  document.title = 'Map: ' + name;
};
</script>`;
const flags = [...chromiumFlags, '--force-renderer-accessibility', '--user-data-dir=HOME/profile'];
const map: FlowApp = {
  command: 'chromium',
  args: [...flags, '--app=file://HOME/map.html'],
  files: { 'map.html': townsAt(0, 0) },
  title: /Map/,
};

/** Drawings, maps and sheets that report none of their content, which has moved at the replay. */
export const canvases: readonly Flow[] = [
  {
    name: 'kolourpaint: a square filled and saved',
    change: { files: { 'a.xpm': picture([120, 60, 180, 120, 'r'], [20, 120, 100, 190, 'b']) } },
    toolkit: 'Qt 5',
    app: {
      command: 'kolourpaint',
      args: ['HOME/a.xpm'],
      files: { 'a.xpm': picture([20, 20, 80, 80, 'r'], [180, 120, 260, 190, 'b']) },
      package: 'kolourpaint',
    },
    acts: [
      tap('Flood Fill', { role: 'check box' }),
      tapRole('table cell', { nth: 5 }),
      tapAt(384, 106),
      keys('ctrl+s', 'Return'),
    ],
    tapMs: 60,
    steps: [/^Click CheckBox “Flood Fill”/, /^Click DataItem/, /^Click Image/, /^Press ctrl\+s/, /^Press Enter/],
    effect: async ({ file }) => coloursOf(await file('a.xpm')),
    expected: /^(?=[^]*#00ff00 3600)(?=[^]*#3333cc 5600)(?![^]*#cc3333)/,
  },
  {
    name: 'gnumeric: a number pressed and another one typed',
    change: { files: { 'a.csv': 'Name,Sum\nZoe,7\nAnna,3\nCara,2\nBen,5\n' } },
    toolkit: 'GTK 3',
    app: {
      command: 'gnumeric',
      args: ['HOME/a.csv'],
      files: { 'a.csv': 'Name,Sum\nAnna,3\nBen,5\nCara,2\n' },
      package: 'gnumeric',
    },
    acts: [tapAt(193, 239), type('9'), keys('Return', 'ctrl+a', 'ctrl+c')],
    tapMs: 60,
    steps: ['Click Image “5”', /^Type “9”/, /^Press Enter/, /^Press ctrl\+a/, /^Press ctrl\+c/],
    effect: ({ clipboard }) => clipboard(),
    expected: /Ben\t9/,
  },
  {
    name: 'chromium: a town on a map',
    change: { files: { 'map.html': townsAt(-60, 45) } },
    toolkit: 'Chromium',
    app: map,
    acts: [tapRole('canvas', { at: [524 / 800, 160 / 500] })],
    tapMs: 60,
    steps: [/^Click Image “.*Wien”/],
    effect: ({ titles }) => titles(),
    expected: 'Map: Wien',
  },
];
