/** The parts of Monaco that this app uses. Imported only by `import()`, when code is first shown. */
import EditorWorker from 'monaco-editor/editor/editor.worker?worker';
import JsonWorker from 'monaco-editor/language/json/json.worker?worker';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/smartSelect/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/languages/definitions/csharp/register';
import 'monaco-editor/languages/definitions/markdown/register';
import 'monaco-editor/languages/definitions/python/register';
import 'monaco-editor/languages/definitions/typescript/register';
// Loaded now and not on first use: Monaco ignores services registered after the first editor was created.
import 'monaco-editor/languages/features/json/jsonMode';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import * as monaco from 'monaco-editor/editor';
import { editorTheme } from './editor-theme.ts';

self.MonacoEnvironment = {
  getWorker: (_id: string, label: string) => (label === 'json' ? new JsonWorker() : new EditorWorker()),
};

/** Builds the theme from the current tokens; call again when they change. */
export function applyEditorTheme(): void {
  const { dark, theme } = editorTheme(getComputedStyle(document.documentElement));
  monaco.editor.defineTheme('deskscope', { base: dark ? 'vs-dark' : 'vs', inherit: true, ...theme });
  monaco.editor.setTheme('deskscope');
}

export { jsonDefaults, monaco };
