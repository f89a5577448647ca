import { useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { type TreeView, describeElement, type ElementId, type ElementNode } from '#contract/model/elements/element';
import type { Point } from '#contract/model/geometry';
import { Button, CommandButton, IconButton } from '../../../ui/button/button.tsx';
import type { Command } from '../../../ui/command.ts';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PanelHeader } from '../../../ui/layout/section/section.tsx';
import { EmptyState, ErrorState, Loading, Notice } from '../../../ui/state/state.tsx';
import { Toolbar } from '../../../ui/layout/toolbar/toolbar.tsx';
import type { TreeRow, TreeActions } from '../../../ui/tree/tree-row-view.tsx';
import { Tree } from '../../../ui/tree/tree.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { List } from '../../../ui/list/list.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { ElementMenu } from '../element/element-menu.tsx';
import { elementCount, type Entries } from '../store/entries.ts';
import { flatten, rowOf } from '../store/tree-slice.ts';
import { searchBoxId } from '../commands.ts';
import { ElementRow, MoreRow, ElementText, Marked } from './element-row.tsx';
import styles from './tree.module.css';

/** The element tree of the inspected window, and its search. */
interface ElementTreeProps {
  readonly commands: readonly Command[];
  /** Commands for an element. */
  readonly menu: readonly Command[];
}

export function ElementTree({ commands, menu }: ElementTreeProps): ReactNode {
  const window = useInspector((state) => state.window);
  return (
    <section className={styles.panel} aria-label="Elements" data-testid="elements">
      <PanelHeader title="Elements" note={<TreeNote />}>
        <Toolbar label="Tree">
          <ViewChoice />
          <OrderButton />
          {commands.map((command) => (
            <CommandButton key={command.id} command={command} />
          ))}
        </Toolbar>
      </PanelHeader>
      {window === null ? (
        <EmptyState icon="list-tree" title="No window selected">
          Select a window above, or pick an element anywhere on the desktop with Ctrl+Shift+C.
        </EmptyState>
      ) : (
        <>
          <SearchBox />
          <TreeBody menu={menu} />
        </>
      )}
    </section>
  );
}

const views: readonly { readonly value: TreeView; readonly title: string }[] = [
  { value: 'control', title: 'Control view' },
  { value: 'content', title: 'Content view' },
  { value: 'raw', title: 'Raw view' },
];

function ViewChoice(): ReactNode {
  const view = useInspector((state) => state.view);
  const { setView } = useInspectorApi().getState();
  return <SelectField label="Tree view" value={view} options={views} onChange={(chosen) => void setView(chosen)} />;
}

function OrderButton(): ReactNode {
  const isOwn = useInspector((state) => state.order === 'app');
  const { setOrder } = useInspectorApi().getState();
  return (
    <IconButton
      icon="list-ordered"
      label="Siblings in the app’s own order"
      aria-pressed={isOwn}
      onClick={() => setOrder(isOwn ? 'reading' : 'app')}
    />
  );
}

function TreeNote(): ReactNode {
  const info = useInspector((state) => state.treeInfo);
  const entries = useInspector((state) => state.entries);
  const count = useMemo(() => (info ? elementCount(entries, info) : ''), [entries, info]);
  return info && `${count} · ${Math.round(info.elapsedMs)} ms`;
}

function TreeBody({ menu }: Pick<ElementTreeProps, 'menu'>): ReactNode {
  const progress = useInspector((state) => state.treeProgress);
  const error = useInspector((state) => state.treeError);
  const diagnosis = useInspector((state) => state.treeInfo?.diagnosis ?? null);
  const searching = useInspector((state) => state.searchText.trim() !== '');
  const hasTree = useInspector((state) => state.root !== null);
  const { refresh, readText } = useInspectorApi().getState();
  if (searching) return <SearchResults />;
  if (progress === 'failed') return <ErrorState error={error} onRetry={() => void refresh()} />;
  if (!hasTree) return <Loading what="Reading the tree" />;
  return (
    <>
      {diagnosis !== null && (
        <Notice icon="warning" tone="warning">
          <p>{diagnosis.message}</p>
          <p>{diagnosis.fix}</p>
          <p>
            <Button icon="symbol-text" onClick={() => void readText()}>
              Read its text instead
            </Button>
          </p>
        </Notice>
      )}
      <Rows menu={menu} />
    </>
  );
}

function Rows({ menu }: Pick<ElementTreeProps, 'menu'>): ReactNode {
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const entries = useInspector((state) => state.entries);
  const root = useInspector((state) => state.root);
  const expanded = useInspector((state) => state.expanded);
  const selected = useInspector((state) => state.selected);
  const marked = useInspector((state) => (state.markedFrom === 'picture' ? state.marked : null));
  const changed = useInspector((state) => state.changed);
  const actions = useTreeActions(setMenuAt);
  const order = useInspector((state) => state.order);
  const rows = useMemo(() => flatten(entries, root, expanded, order), [entries, root, expanded, order]);
  return (
    <>
      <Tree
        label="Element tree"
        testId="element-tree"
        rows={rows}
        selected={selected}
        marked={marked}
        flashing={changed}
        dimmed={(row) => isDimmed(row, entries)}
        render={renderRow}
        actions={actions}
      />
      {menuAt && <ElementMenu at={menuAt} commands={menu} onClose={() => setMenuAt(null)} />}
    </>
  );
}

function renderRow(row: TreeRow): ReactNode {
  const { element, more } = rowOf(row.id);
  return more ? <MoreRow container={element} /> : <ElementRow id={element} />;
}

function useTreeActions(openMenu: (at: Point) => void): TreeActions {
  const store = useInspectorApi();
  return useMemo(
    () => ({
      select: (id) => {
        const { element, more } = rowOf(id);
        void (more ? store.getState().loadMore(element) : store.getState().select(element));
      },
      menu: (id, at) => {
        const { element, more } = rowOf(id);
        if (more) return;
        void store.getState().select(element);
        openMenu(at);
      },
      toggle: (id, open) => void store.getState().toggle(rowOf(id).element, open),
      hover: (id) => {
        const row = id === null ? null : rowOf(id);
        store.getState().hoverRow(row === null || row.more ? null : row.element);
      },
    }),
    [store, openMenu],
  );
}

/** Disabled elements; the row for more children is always enabled. */
function isDimmed({ id }: TreeRow, entries: Entries): boolean {
  const { element, more } = rowOf(id);
  const states = entries.get(element)?.node.states ?? [];
  return more || states.includes('offscreen') || !states.includes('enabled');
}

function SearchBox(): ReactNode {
  const text = useInspector((state) => state.searchText);
  const found = useInspector((state) => state.found);
  const { search, select, openFirst } = useInspectorApi().getState();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      search('');
    } else if (event.key === 'Enter') {
      void openFirst();
    } else if (event.key === 'ArrowDown' && found?.nodes[0]) {
      event.preventDefault();
      void select(found.nodes[0].id);
      event.currentTarget.closest('section')?.querySelector<HTMLElement>('[role="option"]')?.focus();
    }
  };
  return (
    <div className={styles.search}>
      <TextField
        id={searchBoxId}
        label="Search name, role, id, value"
        icon="search"
        value={text}
        onText={search}
        onKeyDown={onKeyDown}
        after={
          text !== '' && (
            <>
              {found && <span className={styles.count}>{found.total}</span>}
              <IconButton icon="close" label="Clear search" onClick={() => search('')} />
            </>
          )
        }
      />
    </div>
  );
}

function SearchResults(): ReactNode {
  const found = useInspector((state) => state.found);
  const error = useInspector((state) => state.searchError);
  const busy = useInspector((state) => state.searchBusy);
  const selected = useInspector((state) => state.selected);
  const text = useInspector((state) => state.searchText);
  const { select, reveal, search } = useInspectorApi().getState();
  if (error !== null) return <ErrorState error={error} onRetry={() => search(text)} />;
  if (busy) return <Loading what="The app is busy. Trying again" />;
  if (found === null) return <Loading what="Searching" />;
  if (found.nodes.length === 0)
    return (
      <EmptyState icon="search" title="No element matches">
        Try a part of its name or its control type.
      </EmptyState>
    );
  const open = (id: ElementId) => {
    search('');
    void reveal(id);
  };
  return (
    <List
      label="Search results"
      testId="search-results"
      items={found.nodes}
      idOf={(node) => node.id}
      textOf={(node) => node.name || describeElement(node)}
      selected={selected}
      render={(node) => <Result node={node} onOpen={open} />}
      rowClass={() => styles.result}
      onSelect={(id) => void select(id)}
      onOpen={open}
    />
  );
}

function Result({ node, onOpen }: { readonly node: ElementNode; readonly onOpen: (id: ElementId) => void }): ReactNode {
  const path = useInspector((state) => state.paths.get(node.id));
  const needle = useInspector((state) => state.searchText.trim());
  const reason = hiddenMatch(node, needle);
  return (
    <div className={styles.resultText} onClick={() => onOpen(node.id)}>
      <span className={styles.resultLine}>
        <ElementText node={node} needle={needle} />
      </span>
      {reason && (
        <span className={styles.path}>
          {reason.what} <Marked text={reason.text} needle={needle} />
        </span>
      )}
      {path && (
        // Truncated at its beginning: results differ at the end.
        <span className={styles.way} title={path}>
          <bdi dir="ltr">{path}</bdi>
        </span>
      )}
    </div>
  );
}

/** The matching property where the row does not show it. */
function hiddenMatch(node: ElementNode, needle: string): { readonly what: string; readonly text: string } | null {
  const has = (text: string | null) => text !== null && text.toLowerCase().includes(needle.toLowerCase());
  if ([node.controlType, node.name, node.value].some(has)) return null;
  if (has(node.role)) return { what: 'role', text: node.role };
  if (has(node.automationId)) return { what: 'id', text: node.automationId };
  if (has(node.description)) return { what: 'description', text: node.description };
  return null;
}
