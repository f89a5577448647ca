import { useState, type ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import type { Point } from '#contract/model/geometry';
import { Button } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { List } from '../../../ui/list/list.tsx';
import { CommandMenu } from '../../../ui/menu/menu.tsx';
import { EmptyState } from '../../../ui/state/state.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import styles from './bookmarks.module.css';

interface BookmarksDialogProps {
  /** Commands for a bookmark. */
  readonly menu: readonly Command[];
}

/** The bookmarked elements; Enter goes to one, Delete removes it. */
export function BookmarksDialog({ menu }: BookmarksDialogProps): ReactNode {
  const open = useInspector((state) => state.bookmarksOpen);
  const bookmarks = useInspector((state) => state.bookmarks);
  const chosen = useInspector((state) => state.chosenBookmark);
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const { showBookmarks, chooseBookmark, goToBookmark, removeBookmark } = useInspectorApi().getState();
  if (!open) return null;
  return (
    <Dialog label="Bookmarks" onClose={() => showBookmarks(false)}>
      <div
        className={styles.page}
        onKeyDown={({ key }) => key === 'Delete' && chosen !== null && removeBookmark(chosen)}
      >
        <PanelHeader title="Bookmarks" note={bookmarks.length > 0 ? bookmarks.length : undefined}>
          <Button disabled={chosen === null} onClick={() => chosen !== null && removeBookmark(chosen)}>
            Remove
          </Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            onClick={() => chosen !== null && void goToBookmark(chosen)}
          >
            Go to element
          </Button>
        </PanelHeader>
        {bookmarks.length === 0 ? (
          <EmptyState icon="bookmark" title="No bookmarks">
            Select an element and press Ctrl+B to return to it later.
          </EmptyState>
        ) : (
          <div className={styles.rows}>
            <List
              label="Bookmarks"
              testId="bookmarks"
              items={bookmarks}
              idOf={({ id }) => id}
              textOf={({ title }) => title}
              selected={chosen}
              render={({ title, selector, window }) => (
                <>
                  <span className={styles.title}>{oneLine(title)}</span>
                  <span className={styles.where}>{oneLine(window.title || window.app)}</span>
                  <code className={styles.where}>{oneLine(selector)}</code>
                </>
              )}
              onSelect={chooseBookmark}
              onOpen={(id) => void goToBookmark(id)}
              onMenu={(id, at) => {
                chooseBookmark(id);
                setMenuAt(at);
              }}
            />
          </div>
        )}
        {menuAt && <CommandMenu label="Bookmark" at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
      </div>
    </Dialog>
  );
}
