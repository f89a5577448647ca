import type { Command } from '../../ui/command.ts';
import { fullSize } from '../../ui/picture/zoom.ts';
import { hasEarlier } from './store/history-slice.ts';
import type { InspectorStore } from './store/store.ts';

/** Focuses the search box of the tree. */
export const searchBoxId = 'tree-search';

/** The most common languages; the Code tab has the others. */
const copiedAs = [
  { format: 'python', title: 'Python' },
  { format: 'typescript', title: 'TypeScript' },
  { format: 'ui-automation', title: 'ui_automation call' },
] as const;

export function inspectorCommands(store: InspectorStore): readonly Command[] {
  const state = () => store.getState();
  const hasWindow = () => state().window !== null && state().closedAt === null;
  const hasElement = () => state().details !== null;
  const canAct = () => hasElement() && state().closedAt === null && state().goneAt === null && state().past === null;
  const inspect = 'inspect';
  const withBookmark = (work: (id: string) => void) => {
    const id = state().chosenBookmark;
    if (id !== null) work(id);
  };
  return [
    {
      id: 'pick.toggle',
      title: 'Pick an element',
      icon: 'inspect',
      keys: ['Ctrl+Shift+C'],
      run: () => void state().togglePick(),
    },
    {
      id: 'pick.later',
      title: 'Pick the element under the pointer in 3 s',
      icon: 'watch',
      keys: ['Ctrl+Shift+L'],
      run: () => void state().pickLater(),
    },
    {
      id: 'tree.refresh',
      title: 'Refresh tree and picture',
      icon: 'refresh',
      keys: ['Ctrl+R'],
      scope: inspect,
      when: hasWindow,
      run: () => void state().refresh(),
    },
    {
      id: 'history.earlier',
      title: 'Show the window as it was before',
      icon: 'history',
      keys: ['Alt+ArrowLeft'],
      scope: inspect,
      when: () => hasEarlier(state()),
      run: () => state().earlier(),
    },
    {
      id: 'history.later',
      title: 'Show the window as it was afterwards',
      icon: 'arrow-right',
      keys: ['Alt+ArrowRight'],
      scope: inspect,
      when: () => state().past !== null,
      run: () => state().later(),
    },
    {
      id: 'history.live',
      title: 'Show the window as it is now',
      icon: 'debug-continue',
      scope: inspect,
      when: () => state().past !== null,
      run: () => state().goLive(),
    },
    {
      id: 'tree.search',
      title: 'Search elements',
      icon: 'search',
      keys: ['Ctrl+F'],
      scope: inspect,
      when: hasWindow,
      run: focusSearch,
    },
    {
      id: 'element.copySelector',
      title: 'Copy best selector',
      icon: 'copy',
      scope: inspect,
      when: () => (state().selectors ?? []).length > 0,
      run: () => void state().copySelector(),
    },
    {
      id: 'element.copyName',
      title: 'Copy name of element',
      icon: 'copy',
      scope: inspect,
      when: () => (state().details?.name ?? '') !== '',
      run: () => void state().copy(state().details?.name ?? ''),
    },
    ...copiedAs.map(({ format, title }): Command => ({
      id: `element.copyCode.${format}`,
      title: `Copy as ${title}`,
      icon: 'code',
      scope: inspect,
      when: canAct,
      run: () => void state().copyCode(format),
    })),
    {
      id: 'element.copyCall',
      title: 'Copy tool call of element',
      icon: 'copy',
      keys: ['Ctrl+Shift+X'],
      scope: inspect,
      when: hasElement,
      run: () => void state().copyCall(),
    },
    {
      id: 'element.testInFreshStarts',
      title: 'Test selectors in fresh starts of the app',
      icon: 'beaker',
      scope: inspect,
      when: () => canAct() && (state().selectors ?? []).length > 0,
      run: () => void state().testInFreshStarts(),
    },
    {
      id: 'element.tryElsewhere',
      title: 'Try selectors in another window of the app',
      icon: 'beaker',
      scope: inspect,
      when: () => canAct() && (state().selectors ?? []).length > 0,
      run: () => void state().tryElsewhere(),
    },
    {
      id: 'bookmark.add',
      title: 'Bookmark element',
      icon: 'bookmark',
      keys: ['Ctrl+B'],
      scope: inspect,
      when: () => hasElement() && (state().selectors ?? []).length > 0,
      run: () => state().addBookmark(),
    },
    {
      id: 'bookmark.list',
      title: 'Show bookmarks…',
      icon: 'list-unordered',
      keys: ['Ctrl+Shift+B'],
      scope: inspect,
      run: () => state().showBookmarks(true),
    },
    {
      id: 'bookmark.go',
      title: 'Go to bookmarked element',
      icon: 'go-to-file',
      when: () => state().chosenBookmark !== null && state().bookmarksOpen,
      run: () => withBookmark((id) => void state().goToBookmark(id)),
    },
    {
      id: 'bookmark.remove',
      title: 'Remove bookmark',
      icon: 'trash',
      when: () => state().chosenBookmark !== null && state().bookmarksOpen,
      run: () => withBookmark((id) => state().removeBookmark(id)),
    },
    {
      id: 'element.focus',
      title: 'Give element the keyboard focus',
      icon: 'target',
      when: canAct,
      run: () => void state().focusElement(),
    },
    {
      id: 'picture.fit',
      title: 'Fit picture',
      icon: 'screen-full',
      when: hasWindow,
      run: () => state().setZoom('fit'),
    },
    {
      id: 'picture.full',
      title: 'Show picture at 100 %',
      icon: 'zoom-in',
      when: hasWindow,
      run: () => state().setZoom(fullSize(state().zoom)),
    },
    {
      id: 'inspect.picture',
      title: 'Show picture of window',
      icon: 'file-media',
      scope: inspect,
      when: hasWindow,
      run: () => state().setTab('picture'),
    },
    {
      id: 'inspect.findings',
      title: 'Check window for accessibility and stable selectors',
      icon: 'checklist',
      scope: inspect,
      when: hasWindow,
      run: () => void state().checkWindow(),
    },
    {
      id: 'inspect.text',
      title: 'Read text of window',
      icon: 'symbol-text',
      scope: inspect,
      when: hasWindow,
      run: () => void state().readText(),
    },
    {
      id: 'events.toggle',
      title: 'Show or hide the event log',
      icon: 'pulse',
      keys: ['Ctrl+Shift+U'],
      scope: inspect,
      run: () => state().toggleEvents(),
    },
    {
      id: 'events.save',
      title: 'Save event log…',
      icon: 'save',
      scope: inspect,
      when: () => state().events.length > 0,
      run: () => void state().saveEvents(),
    },
    {
      id: 'snapshot.save',
      title: 'Save snapshot of window…',
      icon: 'save-as',
      scope: inspect,
      when: hasWindow,
      run: () => void state().saveSnapshot(),
    },
    {
      id: 'snapshot.compare',
      title: 'Compare with snapshot…',
      icon: 'diff',
      scope: inspect,
      run: () => void state().compareSnapshots(),
    },
    {
      id: 'inspect.code',
      title: 'Show code of element',
      icon: 'code',
      scope: inspect,
      when: hasElement,
      run: () => state().setTab('code'),
    },
    {
      id: 'inspect.console',
      title: 'Console of the selected element',
      icon: 'terminal',
      keys: ['Ctrl+Shift+Y'],
      scope: inspect,
      when: hasWindow,
      run() {
        state().setTab('console');
        // Once it is there.
        requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="console-line"]')?.focus());
      },
    },
  ];
}

function focusSearch(): void {
  document.getElementById(searchBoxId)?.focus();
}
