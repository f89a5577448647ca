/** A line of a panel: values over time. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [at: number, value: number])[];
}

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
}

const [width, height, left, gap, legend] = [960, 220, 60, 50, 200];
const colours = ['#3b6ea8', '#c2571a', '#3c8d5a', '#8a4fa3', '#a33b52'];

/** All panels below each other, over the same time in seconds, as SVG. */
export function pictureOf(panels: readonly Panel[], seconds: number): string {
  const drawn = panels.map((panel, index) => drawPanel(panel, seconds, index * (height + gap) + gap));
  const total = panels.length * (height + gap) + gap;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + left + legend}" height="${total}" font-family="sans-serif" font-size="12">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

function drawPanel({ title, lines }: Panel, seconds: number, top: number): string {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (at: number) => (left + (at / Math.max(1, seconds)) * width).toFixed(1);
  const y = (value: number) => (top + height - (value / most) * height).toFixed(1);
  const polylines = lines.map(({ name, points }, index) => {
    const colour = colours[index % colours.length] ?? 'black';
    const path = points.map(([at, value]) => `${x(at)},${y(value)}`).join(' ');
    const label = `${name}: ${format(points.at(-1)?.[1] ?? 0)}`;
    return (
      `<polyline fill="none" stroke="${colour}" points="${path}"/>` +
      `<text x="${left + width + 8}" y="${top + 14 + index * 16}" fill="${colour}">${escaped(label)}</text>`
    );
  });
  return [
    `<text x="${left}" y="${top - 8}">${escaped(title)}</text>`,
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="none" stroke="#ccc"/>`,
    `<text x="${left - 6}" y="${top + 10}" text-anchor="end">${format(most)}</text>`,
    `<text x="${left - 6}" y="${top + height}" text-anchor="end">0</text>`,
    `<text x="${left + width}" y="${top + height + 16}" text-anchor="end">${format(seconds / 60)} min</text>`,
    ...polylines,
  ].join('\n');
}

function format(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
