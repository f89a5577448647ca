import { type ReactNode, useState, type MouseEvent, useCallback, useEffect, useMemo } from 'react';
import { count } from '#contract/count';
import { describeElement, type ElementDetails } from '#contract/model/elements/element';
import { explainSelector } from '#contract/model/elements/explain-selector';
import type { Point } from '#contract/model/geometry';
import type { RankedSelector } from '#contract/model/elements/selector';
import { Badge, GradeBadge } from '../../../ui/badge/badge.tsx';
import { Button, IconButton, CopyButton } from '../../../ui/button/button.tsx';
import { canRun, type Command } from '../../../ui/command.ts';
import { Icon, controlIcon } from '../../../ui/icon/icon.tsx';
import { EmptyState, ErrorState, Loading } from '../../../ui/state/state.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { Menu, type MenuItem } from '../../../ui/menu/menu.tsx';
import type { Vocabulary } from '../../../ui/selector/completions.ts';
import { useTrial } from '../../../ui/selector/use-trial.ts';
import { Workbench } from '../../../ui/selector/workbench.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import { clockTime } from '../live/live.ts';
import type { Entries } from '../store/entries.ts';
import { Properties, isEnabled } from './properties.tsx';
import styles from './element.module.css';
import { FreshStarts, Outcome } from './fresh-starts.tsx';
import { PatternInputs, patternButtons } from './patterns.tsx';

/** The selected element: its selectors, patterns and properties. */
export function ElementPanel({ copyCall }: { readonly copyCall: Command }): ReactNode {
  return (
    <section className={styles.panel} aria-label="Element" data-testid="element-panel">
      <PanelBody copyCall={copyCall} />
    </section>
  );
}

function PanelBody({ copyCall }: { readonly copyCall: Command }): ReactNode {
  const selected = useInspector((state) => state.selected);
  const details = useInspector((state) => state.details);
  const error = useInspector((state) => state.elementError);
  // Enables the button once the selectors are read.
  useInspector((state) => state.selectors);
  const { refresh } = useInspectorApi().getState();
  if (selected === null) return <NothingChosen />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refresh()} />;
  if (details === null) return <Loading what="Reading the element" />;
  return (
    <>
      <header className={styles.header}>
        <Icon name={controlIcon(details.controlType)} className={styles.icon} />
        <h2 className={styles.title} data-testid="element-title">
          {describeElement(details)}
        </h2>
        <LastFacts />
        <Button
          icon={copyCall.icon}
          disabled={!canRun(copyCall)}
          onClick={() => copyCall.run()}
          data-tip="Copy the tool call that clicks it"
          data-tip-keys={copyCall.keys?.[0]}
        >
          Copy call
        </Button>
      </header>
      <div className={styles.scroll}>
        <Selectors />
        <Patterns details={details} />
        <Properties details={details} />
      </div>
    </>
  );
}

/** Marks the details as last known. */
function LastFacts(): ReactNode {
  const closedAt = useInspector((state) => state.closedAt);
  const goneAt = useInspector((state) => state.goneAt);
  const [what, at] = closedAt !== null ? ['closed', closedAt] : ['gone', goneAt];
  if (at === null) return null;
  return (
    <span data-testid="last-facts">
      <Badge tip="This is its last known state.">
        {what} {clockTime(at)}
      </Badge>
    </span>
  );
}

function NothingChosen(): ReactNode {
  return (
    <EmptyState icon="inspect" title="No element selected">
      Click a tree row or a part of the picture to see its selectors, patterns and properties.
    </EmptyState>
  );
}

/** The element's supported patterns, ready to run. */
function Patterns({ details }: { readonly details: ElementDetails }): ReactNode {
  const running = useInspector((state) => state.running);
  const missing = useInspector((state) => state.closedAt !== null || state.goneAt !== null);
  const { runPattern, focusElement } = useInspectorApi().getState();
  return (
    <Section title="Patterns" note={details.actions.length > 0 ? `actions: ${details.actions.join(', ')}` : undefined}>
      <div className={styles.patterns} data-testid="patterns">
        {patternButtons(details).map(({ title, icon, call }) => (
          <Button
            key={title}
            icon={icon}
            busy={running === call.pattern}
            disabled={missing || running !== null}
            onClick={() => void runPattern(call)}
          >
            {title}
          </Button>
        ))}
        {details.states.includes('focusable') && (
          <Button icon="target" disabled={missing || running !== null} onClick={() => void focusElement()}>
            Focus
          </Button>
        )}
        {details.patterns.length === 0 && !details.states.includes('focusable') && (
          <p className={styles.none}>
            {isEnabled(details) ? 'No actions available. Click it instead.' : 'Disabled: no actions available.'}
          </p>
        )}
      </div>
      {!missing && <PatternInputs details={details} />}
    </Section>
  );
}

function Selectors(): ReactNode {
  const selectors = useInspector((state) => state.selectors);
  return (
    <Section title="Selectors" note={selectors?.length}>
      {selectors === null && <Loading what="Finding selectors" />}
      {selectors?.length === 0 && (
        <p className={styles.none}>No selector could be verified. Refresh and select the element again.</p>
      )}
      <SelectorTrial />
      <SelectorSurvival />
      <FreshStarts />
      <ul aria-label="Selectors" data-testid="selectors">
        {selectors?.map((selector) => (
          <SelectorRow key={selector.selector} ranked={selector} />
        ))}
      </ul>
    </Section>
  );
}

/** Which selectors from another window, or from before it closed, match the element here. */
function SelectorSurvival(): ReactNode {
  const survival = useInspector((state) => (state.survival?.element === state.selected ? state.survival : null));
  if (!survival) return null;
  const failed = survival.selectors.filter(({ survived }) => !survived);
  const all = survival.selectors.length;
  return (
    <div role="status" className={styles.survival} data-testid="survival">
      <p>
        {`${all - failed.length} of ${count(all, 'selector')} find it in this window too`}
        {failed.length === 0 ? '.' : '. The others:'}
      </p>
      {failed.length > 0 && (
        <ul aria-label="Selectors that no longer match">
          {failed.map(({ selector, grade, matches }) => (
            <li key={selector} className={styles.selector}>
              <GradeBadge grade={grade} />
              <code className={styles.code} data-tip={selector}>
                {selector}
              </code>
              <Badge>{failureOf(matches)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function failureOf(matches: number): string {
  if (matches === 0) return 'no match';
  return matches === 1 ? 'another element' : `${matches} matches`;
}

function SelectorRow({ ranked }: { readonly ranked: RankedSelector }): ReactNode {
  const { selector, grade, matchCount, elapsedMs, reason } = ranked;
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
      <GradeBadge grade={grade} reason={reason} />
      <code className={styles.code} data-tip={`${selector}\n${explainSelector(selector)}`}>
        {selector}
      </code>
      <span className={styles.measured} data-tip={`Matches ${matchCount}, found in ${formatMs(elapsedMs)}`}>
        {matchCount} · {formatMs(elapsedMs)}
      </span>
      <IconButton icon="edit" label="Try it" onClick={() => setTrialText(selector)} />
      <CopyButton what="selector" onCopy={() => void copy(selector)} />
      <Outcome ranked={ranked} />
      {menuAt && <Menu label="Selector" at={menuAt} items={items} onClose={() => setMenuAt(null)} />}
    </li>
  );
}

function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** Tries a selector on the inspected window: its matches are numbered in the picture, the tree and on the desktop. */
function SelectorTrial(): ReactNode {
  const text = useInspector((state) => state.trialText);
  const entries = useInspector((state) => state.entries);
  const { setTrialText, trySelector, endTrial, reveal, copy } = useInspectorApi().getState();
  const run = useCallback((selector: string) => trySelector(selector), [trySelector]);
  const trial = useTrial(text, run);
  const words = useMemo(() => wordsIn(entries), [entries]);
  const isEmpty = text.trim() === '';
  useEffect(() => (isEmpty ? endTrial() : undefined), [isEmpty, endTrial]);
  useEffect(() => endTrial, [endTrial]);
  return (
    <Workbench
      text={text}
      onText={setTrialText}
      words={words}
      trial={trial}
      onElement={({ id }) => void reveal(id)}
      actions={<CopyButton what="tried selector" onCopy={() => void copy(text.trim())} />}
    />
  );
}

function wordsIn(entries: Entries): Vocabulary {
  const nodes = [...entries.values()].map(({ node }) => node);
  const each = (words: readonly string[]) => [...new Set(words)].filter((word) => word !== '');
  return {
    roles: each(nodes.map(({ controlType }) => controlType)).sort(),
    names: each(nodes.map(({ name }) => name)),
    ids: each(nodes.map(({ automationId }) => automationId)),
  };
}
