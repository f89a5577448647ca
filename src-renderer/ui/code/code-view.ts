import { applyEditorTheme, monaco } from './monaco.ts';
import styles from './code.module.css';

/** One read-only editor in an element. */
export interface CodeView {
  show(text: string, language: string): void;
  mark(lines: readonly [first: number, last: number] | null): void;
  restyle(): void;
  dispose(): void;
}

export function createCodeView(host: HTMLElement, label: string): CodeView {
  applyEditorTheme();
  const editor = monaco.editor.create(host, {
    ariaLabel: label,
    automaticLayout: true,
    contextmenu: false,
    fontFamily: getComputedStyle(host).getPropertyValue('--font-mono'),
    fontSize: 12.5,
    lineHeight: 20,
    lineNumbersMinChars: 4,
    minimap: { enabled: false },
    overviewRulerLanes: 0,
    padding: { top: 8, bottom: 8 },
    readOnly: true,
    // Tab leaves the editor: it only shows text.
    tabFocusMode: true,
    renderLineHighlight: 'none',
    scrollBeyondLastLine: false,
    stickyScroll: { enabled: false },
  });
  editor.getModel()?.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  const marks = editor.createDecorationsCollection();
  return {
    show(text, language) {
      const model = editor.getModel();
      if (!model) return;
      monaco.editor.setModelLanguage(model, language);
      if (model.getValue() !== text) model.setValue(text);
    },
    mark(lines) {
      if (lines === null) {
        marks.clear();
        return;
      }
      const [first, last] = lines;
      marks.set([
        { range: new monaco.Range(first, 1, last, 1), options: { isWholeLine: true, className: styles.mark ?? '' } },
      ]);
      editor.revealLinesInCenterIfOutsideViewport(first, last);
    },
    restyle: applyEditorTheme,
    dispose() {
      editor.getModel()?.dispose();
      editor.dispose();
    },
  };
}
