import type { ReactNode } from 'react';
import { oneLine } from '#contract/foreign-text';
import { hasState, type ElementId, type ElementNode } from '#contract/model/elements/element';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Icon, controlIcon } from '../../../ui/icon/icon.tsx';
import { useInspector } from '../context.ts';
import styles from './tree.module.css';

/** Placeholder for the children of a container that were not read. */
export function MoreRow({ container }: { readonly container: ElementId }): ReactNode {
  const entry = useInspector((state) => state.entries.get(container));
  const loading = useInspector((state) => state.loadingChildren.has(container));
  const read = entry?.children?.length ?? 0;
  return (
    <>
      <Icon name={loading ? 'loading' : 'ellipsis'} spin={loading} className={styles.icon} />
      <span className={styles.more}>
        Show more: {read.toLocaleString('en')} of {(entry?.node.childCount ?? 0).toLocaleString('en')} are here
      </span>
    </>
  );
}

/** Control type, name, value, and number of children. */
export function ElementRow({ id }: { readonly id: ElementId }): ReactNode {
  const node = useInspector((state) => state.entries.get(id)?.node);
  const loading = useInspector((state) => state.loadingChildren.has(id));
  const number = useInspector((state) => state.tried.findIndex((one) => one.id === id) + 1);
  if (!node) return null;
  return (
    <>
      <ElementText node={node} />
      {number > 0 && <Badge tip="Matches of the selector">{number}</Badge>}
      <span className={styles.tail}>{loading ? <Icon name="loading" spin /> : countOf(node)}</span>
    </>
  );
}

interface ElementTextProps {
  readonly node: ElementNode;
  /** The search text; highlighted. */
  readonly needle?: string;
}

export function ElementText({ node, needle = '' }: ElementTextProps): ReactNode {
  const state = stateWords(node);
  return (
    <>
      <Icon name={controlIcon(node.controlType)} className={styles.icon} />
      <span className={styles.type}>
        <Marked text={node.controlType} needle={needle} />
      </span>
      <span className={styles.name}>
        <Marked text={oneLine(node.name.slice(0, longest))} needle={needle} />
      </span>
      {node.value !== null && node.value !== '' && node.value !== node.name && (
        <span className={styles.value}>
          “<Marked text={oneLine(node.value.slice(0, longest))} needle={needle} />”
        </span>
      )}
      {state !== '' && <span className={styles.state}>{state}</span>}
    </>
  );
}

/** What the icon does not show: whether it is checked, and whether it is disabled. */
function stateWords(node: ElementNode): string {
  const isToggle = node.controlType === 'CheckBox' || node.controlType === 'RadioButton';
  const check = hasState(node, 'mixed') ? 'partly checked' : hasState(node, 'checked') ? 'checked' : '';
  const words = [check || (isToggle ? 'not checked' : ''), hasState(node, 'enabled') ? '' : 'disabled'];
  return words.filter(Boolean).join(', ');
}

function countOf({ childCount }: ElementNode): string {
  return childCount > 0 ? childCount.toLocaleString('en') : '';
}

/** A document's value may be its whole text: a row shows only its beginning, in characters. */
const longest = 120;

/** The text with the first match of the search highlighted. */
export function Marked({ text, needle }: { readonly text: string; readonly needle: string }): ReactNode {
  const at = needle === '' ? -1 : text.toLowerCase().indexOf(needle.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.match}>{text.slice(at, at + needle.length)}</mark>
      {text.slice(at + needle.length)}
    </>
  );
}
