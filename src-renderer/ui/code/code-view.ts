import { createEditor, type EditorView } from './editor.ts';
import { monaco } from './monaco.ts';
import styles from './code.module.css';

/** Longer lines, such as the metadata of a tool call, end in a button that shows the rest: the view does not scroll for them. */
const longestLine = 160;

/** A read-only editor in an element. */
export interface CodeView extends EditorView {
  show(text: string, language: string): void;
  mark(lines: readonly [first: number, last: number] | null): void;
}

export function createCodeView(host: HTMLElement, label: string): CodeView {
  // Tab leaves the editor, which is read-only.
  const view = createEditor(host, label, { readOnly: true, tabFocusMode: true, stopRenderingLineAfter: longestLine });
  const { editor } = view;
  const marks = editor.createDecorationsCollection();
  return {
    ...view,
    show(text, language) {
      const model = editor.getModel();
      if (!model) return;
      monaco.editor.setModelLanguage(model, language);
      editor.updateOptions({ wordWrap: language === 'markdown' ? 'on' : 'off' });
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
  };
}
