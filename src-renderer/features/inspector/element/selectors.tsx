import { useState, type MouseEvent, type ReactNode } from 'react';
import { explainSelector } from '#contract/model/elements/explain-selector';
import type { Point } from '#contract/model/geometry';
import type { RankedSelector } from '#contract/model/elements/selector';
import { GradeBadge } from '../../../ui/badge/grade.tsx';
import { IconButton } from '../../../ui/button/button.tsx';
import { CopyButton } from '../../../ui/button/copy-button.tsx';
import { Menu, type MenuItem } from '../../../ui/menu/menu.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { Loading } from '../../../ui/state/notice.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { SelectorTrial } from './selector-trial.tsx';
import styles from './element.module.css';

export function Selectors(): ReactNode {
  const selectors = useInspector((state) => state.selectors);
  return (
    <Section title="Selectors" note={selectors?.length}>
      {selectors === null && <Loading what="Finding selectors" />}
      {selectors?.length === 0 && (
        <p className={styles.none}>No selector could be verified. Refresh and select the element again.</p>
      )}
      <SelectorTrial />
      <ul aria-label="Selectors" data-testid="selectors">
        {selectors?.map((selector) => (
          <SelectorRow key={selector.selector} ranked={selector} />
        ))}
      </ul>
    </Section>
  );
}

function SelectorRow({ ranked }: { readonly ranked: RankedSelector }): ReactNode {
  const { selector, grade, matchCount, elapsedMs } = ranked;
  const { copy, setTrialText } = useInspectorApi().getState();
  const [menuAt, setMenuAt] = useState<Point | null>(null);
  const items: readonly MenuItem[] = [
    { id: 'copy', title: 'Copy selector', icon: 'copy', run: () => void copy(selector) },
    { id: 'copyWords', title: 'Copy explanation', icon: 'copy', run: () => void copy(explainSelector(selector)) },
    { id: 'try', title: 'Try selector', icon: 'edit', run: () => setTrialText(selector) },
  ];
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    setMenuAt({ x: event.clientX, y: event.clientY });
  };
  return (
    <li className={styles.selector} onContextMenu={openMenu}>
      <GradeBadge grade={grade} />
      <code className={styles.code} data-tip={`${selector}\n${explainSelector(selector)}`}>
        {selector}
      </code>
      <span className={styles.measured} data-tip={`Matches ${matchCount}, found in ${formatMs(elapsedMs)}`}>
        {matchCount} · {formatMs(elapsedMs)}
      </span>
      <IconButton icon="edit" label="Try it" onClick={() => setTrialText(selector)} />
      <CopyButton what="selector" onCopy={() => void copy(selector)} />
      {menuAt && <Menu label="Selector" at={menuAt} items={items} onClose={() => setMenuAt(null)} />}
    </li>
  );
}

function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
