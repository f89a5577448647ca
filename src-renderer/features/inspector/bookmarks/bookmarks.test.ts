import { beforeEach, expect, it, vi } from 'vitest';
import { noFacts } from '#contract/model/elements/element-facts';
import type { WindowInfo } from '#contract/model/windows/window';
import { testServices } from '../../../bridge/test-services.ts';
import { createInspectorStore } from '../store/store.ts';
import { bare, idOf, node, testWindow } from '../store/test-tree.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});

function setUp(windows: readonly WindowInfo[] = [testWindow]) {
  const found = { total: 1, byPlace: false, scanned: 1, truncated: false, elapsedMs: 1 };
  const services = testServices({
    'windows.list': () => Promise.resolve({ sequence: 1, items: windows }),
    'element.find': ({ selector }) =>
      Promise.resolve({
        ...found,
        ...(selector === 'name="b"' ? { matches: [bare(node('b'))] } : { matches: [], total: 0 }),
      }),
  });
  const store = createInspectorStore(services);
  const opened: string[] = [];
  const revealed: string[] = [];
  store.setState({
    open: (window) => {
      opened.push(window?.id ?? '');
      store.setState({ window });
      return Promise.resolve();
    },
    reveal: (element) => Promise.resolve(void revealed.push(element)),
  });
  const bookmark = (selector: string) => {
    const window = { id: '0x1' as const, title: 'Test', app: 'test', processId: 1 };
    const details = {
      ...bare(node('b')),
      ...noFacts,
      runtimeId: 'x',
      patterns: [],
      actions: [],
      properties: {},
      window,
    };
    const selectors = [{ selector, kind: 'name', grade: 'B', matchCount: 1, elapsedMs: 1 } as const];
    store.setState({ window: testWindow, details, selectors });
    store.getState().addBookmark();
  };
  return { services, state: () => store.getState(), bookmark, opened, revealed };
}

it('goes to a bookmarked element in the new window of its restarted app', async () => {
  const first = setUp();
  first.bookmark('name="b"');
  first.bookmark('name="b"');
  const later = setUp([{ ...testWindow, id: '0x9' }]);
  const [bookmark] = later.state().bookmarks;
  expect(later.state().bookmarks).toHaveLength(1);
  await later.state().goToBookmark(bookmark?.id ?? '');
  expect([later.opened, later.revealed]).toEqual([['0x9'], [idOf('b')]]);
});

it('reports a closed app, and an element that is not there', async () => {
  const { state, bookmark, services } = setUp();
  bookmark('name="gone"');
  await state().goToBookmark(state().bookmarks[0]?.id ?? '');
  const closed = setUp([]);
  await closed.state().goToBookmark(closed.state().bookmarks[0]?.id ?? '');
  expect([...services.reported, ...closed.services.reported]).toMatchObject([
    { code: 'element_not_found' },
    { code: 'window_not_found' },
  ]);
});

it('removes one, selects its neighbour, and ignores what another program stored', () => {
  const { state, bookmark } = setUp();
  bookmark('name="a"');
  bookmark('name="b"');
  state().showBookmarks(true);
  const [first, second] = state().bookmarks;
  state().removeBookmark(first?.id ?? '');
  expect(state()).toMatchObject({ bookmarks: [second], chosenBookmark: second?.id });
  kept.set('bookmarks', '[{"id": 7}]');
  expect(setUp().state().bookmarks).toEqual([]);
});
