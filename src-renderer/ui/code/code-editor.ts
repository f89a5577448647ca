import { createEditor, type EditorView } from './editor.ts';
import { jsonDefaults, monaco } from './monaco.ts';

/** A problem in the text, at a 1-based line. */
export interface CodeProblem {
  readonly line: number;
  readonly message: string;
}

/** A JSON editor in an element, with completion from a schema. */
export interface CodeEditor extends EditorView {
  showProblem(problem: CodeProblem | null): void;
}

const model = monaco.Uri.parse('inmemory://deskscope/edited.json');
/** Owner of a marker: the schema's belong to the language itself. */
const owner = 'deskscope';

export function createCodeEditor(
  host: HTMLElement,
  label: string,
  {
    text,
    schema,
    changed,
  }: { readonly text: string; readonly schema: object; readonly changed: (text: string) => void },
): CodeEditor {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    schemas: [{ uri: 'inmemory://deskscope/schema.json', fileMatch: [model.toString()], schema }],
  });
  const edited = monaco.editor.createModel(text, 'json', model);
  const view = createEditor(host, label, { model: edited, quickSuggestions: { strings: true, other: true } });
  view.editor.onDidChangeModelContent(() => changed(edited.getValue()));
  view.editor.focus();
  return {
    ...view,
    showProblem(problem) {
      const at = problem && { startLineNumber: problem.line, endLineNumber: problem.line, startColumn: 1 };
      const endColumn = problem ? edited.getLineMaxColumn(Math.min(problem.line, edited.getLineCount())) : 1;
      const severity = monaco.MarkerSeverity.Error;
      const markers = at ? [{ ...at, endColumn, severity, message: problem.message }] : [];
      monaco.editor.setModelMarkers(edited, owner, markers);
    },
  };
}
