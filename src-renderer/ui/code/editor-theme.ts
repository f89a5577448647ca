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
    dark: role('color-scheme') === 'dark',
    theme: {
      rules: Object.entries(tokenRoles).map(([token, name]) => ({ token, foreground: role(name).replace('#', '') })),
      colors: Object.fromEntries(Object.entries(colorRoles).map(([key, name]) => [key, role(name)])),
    },
  };
}
