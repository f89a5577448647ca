import type { ReactNode } from 'react';
import { describeElement, type ElementId, type ElementNode } from '#contract/model/elements/element';
import { IconButton } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { List } from '../../../ui/list/list.tsx';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import { ErrorState } from '../../../ui/state/error-state.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { searchBoxId } from '../commands.ts';
import { useInspector, useInspectorApi } from '../context.ts';
import { ElementText } from './element-row.tsx';
import { Marked } from './marked.tsx';
import styles from './tree.module.css';

export function SearchBox(): ReactNode {
  const text = useInspector((state) => state.searchText);
  const found = useInspector((state) => state.found);
  const { search } = useInspectorApi().getState();
  return (
    <div className={styles.search}>
      <TextField
        id={searchBoxId}
        label="Search name, role, id, value"
        icon="search"
        value={text}
        onText={search}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.stopPropagation();
          search('');
        }}
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

export function SearchResults(): ReactNode {
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
        // Cut at its beginning: what tells two results apart is the end.
        <span className={styles.way} title={path}>
          <bdi dir="ltr">{path}</bdi>
        </span>
      )}
    </div>
  );
}

/** What matched where the row itself does not show it. */
function hiddenMatch(node: ElementNode, needle: string): { readonly what: string; readonly text: string } | null {
  const has = (text: string | null) => text !== null && text.toLowerCase().includes(needle.toLowerCase());
  if ([node.controlType, node.name, node.value].some(has)) return null;
  if (has(node.role)) return { what: 'role', text: node.role };
  if (has(node.automationId)) return { what: 'id', text: node.automationId };
  if (has(node.description)) return { what: 'description', text: node.description };
  return null;
}
