import { applyEditorTheme, monaco } from './monaco.ts';

/** What every editor in an element has. */
export interface EditorView {
  readonly editor: monaco.editor.IStandaloneCodeEditor;
  restyle(): void;
  dispose(): void;
}

/** Makes an editor that looks as all of ours do; it is disposed with its model. */
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
    // Where one comes late, the numbers of the lines stayed half a row below them.
    scrollbar: { ignoreHorizontalScrollbarInContentHeight: true },
    stickyScroll: { enabled: false },
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
