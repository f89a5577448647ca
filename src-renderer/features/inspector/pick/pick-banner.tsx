import type { ReactNode } from 'react';
import { quoted } from '#contract/foreign-text';
import { describeElement } from '#contract/model/elements/element';
import { formatRect } from '#contract/model/geometry';
import { Button } from '../../../ui/button/button.tsx';
import { Icon } from '../../../ui/icon/icon.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import styles from './pick.module.css';

/** Says that a pick is on and what the pointer is on. */
export function PickBanner(): ReactNode {
  const picking = useInspector((state) => state.picking);
  const hovered = useInspector((state) => state.hovered);
  const { stopPick } = useInspectorApi().getState();
  if (!picking) return null;
  return (
    <div className={styles.banner} data-testid="pick-banner">
      <Icon name="inspect" />
      <strong role="status">Picking: click an element, or press Esc to cancel.</strong>
      {hovered && (
        <span className={styles.hit}>
          {describeElement(hovered.element)} in {quoted(hovered.window.title)}
          {hovered.element.bounds && <span className={styles.place}>{formatRect(hovered.element.bounds)}</span>}
        </span>
      )}
      <Button onClick={() => void stopPick()}>Stop</Button>
    </div>
  );
}
