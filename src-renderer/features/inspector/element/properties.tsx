import { useMemo, useState, type MouseEvent, type ReactNode } from 'react';
import { type ElementDetails, describeElement } from '#contract/model/elements/element';
import type { ElementLink } from '#contract/model/elements/element-facts';
import { type Point, formatRect } from '#contract/model/geometry';
import { CopyButton } from '../../../ui/button/button.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Menu, type MenuItem } from '../../../ui/menu/menu.tsx';
import { Section } from '../../../ui/layout/section/section.tsx';
import { useInspector, useInspectorApi } from '../context.ts';
import styles from './element.module.css';

/** All known properties of the element, a section per kind. */
export function Properties({ details }: { readonly details: ElementDetails }): ReactNode {
  const pins = useInspector((state) => state.pins);
  const [menu, setMenu] = useState<FactMenu | null>(null);
  const [words, setWords] = useState('');
  const groups = useMemo(() => withPinned(factGroups(details), pins), [details, pins]);
  const shown = useMemo(() => filteredFacts(groups, words), [groups, words]);
  return (
    <div data-testid="properties">
      <div className={styles.filter}>
        <TextField label="Filter properties" icon="filter" type="search" value={words} onText={setWords} />
      </div>
      {shown.length === 0 && <p className={styles.note}>No property has “{words.trim()}” in its name or value.</p>}
      {shown.map(({ title, facts }) => (
        <Section key={title} title={title}>
          <dl>
            {facts.map((fact) => (
              <FactRow key={fact.name} fact={fact} onMenu={(at) => setMenu({ fact, at })} />
            ))}
          </dl>
        </Section>
      ))}
      {menu && <PropertyMenu {...menu} onClose={() => setMenu(null)} />}
    </div>
  );
}

interface FactMenu {
  readonly fact: PinnableFact;
  /** In CSS pixels of the page. */
  readonly at: Point;
}

/** Commands for a property. */
function PropertyMenu({ fact, at, onClose }: FactMenu & { readonly onClose: () => void }): ReactNode {
  const { copy, togglePin, pins } = useInspectorApi().getState();
  const { name, value, pin } = fact;
  const pinned = pins.includes(pin);
  const items: readonly MenuItem[] = [
    { id: 'copy', title: 'Copy value', icon: 'copy', run: () => void copy(value) },
    { id: 'copyBoth', title: 'Copy name and value', icon: 'copy', run: () => void copy(`${name}: ${value}`) },
    {
      id: 'pin',
      title: pinned ? 'Unpin' : 'Pin to the top',
      icon: pinned ? 'pinned' : 'pin',
      apart: true,
      run: () => togglePin(pin),
    },
  ];
  return <Menu label="Property" at={at} items={items} onClose={onClose} />;
}

interface FactRowProps {
  readonly fact: Fact;
  readonly onMenu: (at: Point) => void;
}

function FactRow({ fact: { name, value, links }, onMenu }: FactRowProps): ReactNode {
  const { copy } = useInspectorApi().getState();
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    onMenu({ x: event.clientX, y: event.clientY });
  };
  return (
    <div className={styles.property} onContextMenu={openMenu}>
      <dt className={styles.key} data-tip={name.length > 14 ? name : undefined}>
        {name}
      </dt>
      <dd className={styles.fact}>
        {links ? (
          <Links links={links} />
        ) : (
          <span className={styles.factText} data-tip={value.length > 30 ? value : undefined}>
            {value}
          </span>
        )}
        <CopyButton what={name} onCopy={() => void copy(value)} />
      </dd>
    </div>
  );
}

/** Other elements: a click selects one. */
function Links({ links }: { readonly links: readonly ElementLink[] }): ReactNode {
  const { reveal } = useInspectorApi().getState();
  return (
    <span className={styles.links}>
      {links.map((link) => (
        <button
          key={link.id}
          type="button"
          className={styles.link}
          data-tip="Show it in the tree"
          onClick={() => void reveal(link.id)}
        >
          {describeElement(link)}
        </button>
      ))}
    </span>
  );
}

/** A line of the panel: text, or links to other elements. */
interface Fact {
  readonly name: string;
  readonly value: string;
  readonly links?: readonly ElementLink[];
}

interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** A pinned line with its group: names such as `current` occur in several groups. */
interface PinnableFact extends Fact {
  readonly pin: string;
}

/** Pinned lines first, in the order they were pinned; each stays in its own group too. */
export function withPinned(
  groups: readonly FactGroup[],
  pins: readonly string[],
): readonly { readonly title: string; readonly facts: readonly PinnableFact[] }[] {
  const pinnable = groups.map(({ title, facts }) => ({
    title,
    facts: facts.map((fact): PinnableFact => ({ ...fact, pin: `${title}/${fact.name}` })),
  }));
  const all = pinnable.flatMap(({ facts }) => facts);
  const pinned = pins.flatMap((pin) => all.find((fact) => fact.pin === pin) ?? []);
  return pinned.length === 0 ? pinnable : [{ title: 'Pinned', facts: pinned }, ...pinnable];
}

/** The facts with all of these words in name or value; groups without any are left out. */
export function filteredFacts<Group extends { readonly facts: readonly Fact[] }>(
  groups: readonly Group[],
  typed: string,
): readonly Group[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  const has = ({ name, value, links = [] }: Fact) => {
    const text = [name, value, ...links.map(describeElement)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const kept = groups.map((group) => ({ ...group, facts: group.facts.filter(has) }));
  return kept.filter(({ facts }) => facts.length > 0);
}

type Line = readonly [name: string, value: string | number | boolean | null | undefined];

/** An element's known properties, by the field's names; missing ones are left out. */
export function factGroups(details: ElementDetails): readonly FactGroup[] {
  const { text, range, scroll, cell, views, dock } = details;
  const groups: FactGroup[] = [
    { title: 'Properties', facts: lines(identity(details)) },
    {
      title: 'Text',
      facts: lines(
        text && [
          ['length', text.length],
          ['caret', text.caret],
          ['selections', text.selections.map(({ start, end }) => `${start} to ${end}`).join(', ')],
          ['selected', text.selectedText],
          ['multiline', text.multiline],
        ],
      ),
    },
    {
      title: 'Range',
      facts: lines(
        range && [
          ['current', range.current],
          ['minimum', range.minimum],
          ['maximum', range.maximum],
          ['step', range.step],
        ],
      ),
    },
    { title: 'Selection', facts: selectionFacts(details) },
    {
      title: 'Scroll',
      facts: lines(
        scroll && [
          ['horizontal', percent(scroll.horizontal)],
          ['vertical', percent(scroll.vertical)],
        ],
      ),
    },
    { title: 'Table', facts: tableFacts(details) },
    {
      title: 'Cell',
      facts: lines(
        cell && [
          ['row', cell.row],
          ['column', cell.column],
          ['span', cell.rowSpan > 1 || cell.columnSpan > 1 ? `${cell.rowSpan} × ${cell.columnSpan}` : null],
        ],
      ),
    },
    {
      title: 'View',
      facts: lines([
        ['current', views?.current],
        ['all', views?.all.join(', ')],
        ['docked', dock],
      ]),
    },
    { title: 'Relations', facts: details.relations.flatMap(({ type, targets }) => linkFact(type, targets)) },
    { title: 'Attributes', facts: lines(Object.entries(details.attributes)) },
    { title: 'Native', facts: lines(native(details)) },
  ];
  return groups.filter(({ facts }) => facts.length > 0);
}

function identity(details: ElementDetails): readonly Line[] {
  return [
    ['name', details.name],
    ['controlType', details.controlType],
    ['role', details.role],
    ['automationId', details.automationId],
    ['description', details.description],
    ['value', details.value],
    ['boundingRect', details.bounds && formatRect(details.bounds)],
    ['states', (isEnabled(details) ? details.states : ['disabled', ...details.states]).join(', ')],
    ['children', details.childCount],
    ['window', details.window.title],
    ['process', `${details.window.app}, pid ${details.processId ?? details.window.processId}`],
  ];
}

/** A disabled element only lacks a state. */
export function isEnabled({ states }: Pick<ElementDetails, 'states'>): boolean {
  return states.includes('enabled');
}

function native(details: ElementDetails): readonly Line[] {
  return [
    ['toolkit', details.toolkit && `${details.toolkit.name} ${details.toolkit.version}`.trim()],
    ['interfaces', details.interfaces.join(', ')],
    ['actions', details.actions.join(', ')],
    ['locale', details.locale],
    ...Object.entries(details.properties),
    ['runtimeId', details.runtimeId],
    ['elementId', details.id],
  ];
}

function selectionFacts({ selection }: ElementDetails): readonly Fact[] {
  if (!selection) return [];
  return [
    ...lines([
      ['multiple', selection.canSelectMultiple],
      ['count', selection.count],
    ]),
    ...linkFact('selected', selection.selected),
  ];
}

function tableFacts({ table }: ElementDetails): readonly Fact[] {
  if (!table) return [];
  return [
    ...lines([
      ['rows', table.rows],
      ['columns', table.columns],
    ]),
    ...linkFact('rowHeaders', table.rowHeaders),
    ...linkFact('columnHeaders', table.columnHeaders),
  ];
}

function linkFact(name: string, links: readonly ElementLink[]): readonly Fact[] {
  if (links.length === 0) return [];
  return [{ name, value: links.map((link) => link.name || link.controlType).join(', '), links }];
}

function lines(all: readonly Line[] | null): readonly Fact[] {
  return (all ?? []).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '') return [];
    if (typeof value === 'boolean') return [{ name, value: value ? 'yes' : 'no' }];
    return [{ name, value: String(value) }];
  });
}

function percent(value: number | null): string | null {
  return value === null ? null : `${Math.round(value)} %`;
}
