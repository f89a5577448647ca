import { applyEditorTheme, monaco } from './monaco.ts';

/** The part shared by all editors. */
export interface EditorView {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  restyle(): void;
  dispose(): void;
}

/** Creates an editor in our common style; disposed with its model. */
export function createEditor(
  host: HTMLElement,
  label: string,
  options: monaco.editor.IStandaloneEditorConstructionOptions,
): EditorView {
  applyEditorTheme();
  const editor = monaco.editor.create(host, {
    ariaLabel: label,
    automaticLayout: true,
    contextmenu: false,
    fixedOverflowWidgets: true,
    fontFamily: getComputedStyle(host).getPropertyValue('--font-mono'),
    fontSize: 12.5,
    lineHeight: 20,
    lineNumbersMinChars: 4,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    padding: { top: 8, bottom: 8 },
    renderLineHighlight: 'none',
    scrollBeyondLastLine: false,
    // If the font loads late, line numbers stay half a row too low.
    scrollbar: { ignoreHorizontalScrollbarInContentHeight: true },
    stickyScroll: { enabled: false },
    // Names of elements come from apps: a multiplication sign is no disguised x.
    unicodeHighlight: { ambiguousCharacters: false },
    ...options,
  });
  editor.getModel()?.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  return {
    editor,
    restyle: applyEditorTheme,
    dispose() {
      editor.getModel()?.dispose();
      editor.dispose();
    },
  };
}
