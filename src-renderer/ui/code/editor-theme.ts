interface EditorTheme {
  readonly dark: boolean;
  readonly theme: {
    readonly rules: { token: string; foreground: string }[];
    readonly colors: Record<string, string>;
  };
}

const tokenRoles: Readonly<Record<string, string>> = {
  '': '--foreground',
  comment: '--symbolIcon-commentForeground',
  string: '--symbolIcon-stringForeground',
  'string.key.json': '--symbolIcon-classForeground',
  'string.value.json': '--symbolIcon-stringForeground',
  number: '--symbolIcon-numberForeground',
  keyword: '--symbolIcon-keywordForeground',
  'keyword.json': '--symbolIcon-keywordForeground',
  type: '--symbolIcon-classForeground',
  'type.identifier': '--symbolIcon-classForeground',
  variable: '--symbolIcon-stringForeground',
  delimiter: '--descriptionForeground',
};

const colorRoles: Readonly<Record<string, string>> = {
  'editor.background': '--editor-background',
  'editor.foreground': '--foreground',
  'editorLineNumber.foreground': '--descriptionForeground',
  'editorLineNumber.activeForeground': '--foreground',
  'editor.selectionBackground': '--list-activeSelectionBackground',
  'editor.inactiveSelectionBackground': '--list-inactiveSelectionBackground',
  'editorIndentGuide.background1': '--panel-border',
  'editorWidget.background': '--widget-background',
  'editorWidget.border': '--widget-border',
  'input.background': '--input-background',
  'input.border': '--input-border',
  focusBorder: '--focusBorder',
};

/** Monaco's theme from the tokens; it needs hexadecimal colours, which the tokens are. */
export function editorTheme(tokens: Pick<CSSStyleDeclaration, 'getPropertyValue'>): EditorTheme {
  const role = (name: string) => tokens.getPropertyValue(name).trim();
  return {
    // Not by `color-scheme`, which is the system's while colours are forced.
    dark: isDark(role('--editor-background')),
    theme: {
      rules: Object.entries(tokenRoles).map(([token, name]) => ({ token, foreground: role(name).replace('#', '') })),
      colors: Object.fromEntries(Object.entries(colorRoles).map(([key, name]) => [key, role(name)])),
    },
  };
}

/** Of `#rrggbb`: by what the eye makes of red, green and blue. */
function isDark(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue < 128;
}
