import { describe, expect, it } from 'vitest';
import css from './tokens.css?raw';

const contrastMark = String.raw`\[data-contrast='more'\]`;

/** Text roles, with all their backgrounds. */
const pairs: readonly (readonly [text: string, backgrounds: readonly string[]])[] = [
  ['foreground', ['editor-background', 'sideBar-background', 'titleBar-background', 'widget-background']],
  ['foreground', ['list-hoverBackground', 'list-inactiveSelectionBackground', 'input-background']],
  ['descriptionForeground', ['editor-background', 'sideBar-background', 'titleBar-background', 'widget-background']],
  ['descriptionForeground', ['list-hoverBackground']],
  ['disabledForeground', ['sideBar-background', 'editor-background', 'list-hoverBackground']],
  ['input-placeholderForeground', ['input-background']],
  ['list-activeSelectionForeground', ['list-activeSelectionBackground']],
  ['button-foreground', ['button-background', 'button-hoverBackground']],
  ['foreground', ['button-secondaryBackground', 'button-secondaryHoverBackground']],
  ['badge-foreground', ['badge-background']],
  ['deskscope-recordForeground', ['deskscope-record', 'deskscope-recordHover']],
  ['textLink-foreground', ['editor-background', 'sideBar-background']],
  ['symbolIcon-classForeground', ['sideBar-background', 'list-hoverBackground']],
  ...['string', 'number', 'keyword', 'comment'].map((kind) => {
    return [`symbolIcon-${kind}Foreground`, ['editor-background']] as const;
  }),
  ...['deskscope-gradeA', 'deskscope-gradeB', 'deskscope-gradeC', 'deskscope-gradeD', 'deskscope-gradeE'].map(
    (role) => {
      return [role, ['editor-background', 'sideBar-background']] as const;
    },
  ),
  ['testing-iconPassed', ['editor-background', 'sideBar-background']],
  ['testing-iconFailed', ['editor-background', 'sideBar-background', 'widget-background']],
  ['editorWarning-foreground', ['editor-background', 'sideBar-background', 'widget-background']],
];

describe.each([
  { theme: 'dark', least: 4.5, roles: rolesOf('dark') },
  { theme: 'light', least: 4.5, roles: rolesOf('light') },
  { theme: 'dark high contrast', least: 7, roles: new Map([...rolesOf('dark'), ...rolesOf('dark', contrastMark)]) },
  { theme: 'light high contrast', least: 7, roles: new Map([...rolesOf('light'), ...rolesOf('light', contrastMark)]) },
])('the $theme theme', ({ least, roles }) => {
  it.each(pairs)('%s is readable on %j', (text, backgrounds) => {
    for (const background of backgrounds) {
      const ratio = contrast(colour(roles, text), colour(roles, background));
      expect(ratio, `${text} on ${background}`).toBeGreaterThanOrEqual(least);
    }
  });

  it('shows the focus ring at 3:1 or better', () => {
    const ring = colour(roles, 'focusBorder');
    for (const background of ['editor-background', 'sideBar-background', 'titleBar-background']) {
      expect(contrast(ring, colour(roles, background))).toBeGreaterThanOrEqual(3);
    }
  });
});

it('all themes define the same roles', () => {
  const known = [...rolesOf('dark').keys()];
  expect([...rolesOf('light').keys()]).toEqual(known);
  for (const theme of ['dark', 'light'])
    expect(known).toEqual(expect.arrayContaining([...rolesOf(theme, contrastMark).keys()]));
});

function rolesOf(theme: string, contrast = ''): Map<string, string> {
  const block = new RegExp(`data-theme='${theme}'\\]${contrast} \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map([...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, role, value]) => [role ?? '', value ?? '']));
}

function colour(roles: Map<string, string>, role: string): string {
  const value = roles.get(role);
  if (value === undefined) throw new Error(`There is no role ${role}.`);
  return value;
}

/** WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
