import { hasState, type ElementDetails } from '#contract/model/elements/element';
import { dockPositions } from '#contract/model/elements/dock-positions';
import type { PatternCall } from '#contract/model/elements/pattern';
import type { IconName } from '../../../ui/icon/icon.tsx';

/** A pattern that needs nothing but a click. */
export interface PatternButton {
  readonly title: string;
  readonly icon: IconName;
  readonly call: PatternCall;
}

const windowButtons: readonly PatternButton[] = [
  { title: 'Minimise', icon: 'chrome-minimize', call: { pattern: 'window', action: 'minimize' } },
  { title: 'Maximise', icon: 'chrome-maximize', call: { pattern: 'window', action: 'maximize' } },
  { title: 'Restore', icon: 'chrome-restore', call: { pattern: 'window', action: 'restore' } },
  { title: 'Close', icon: 'chrome-close', call: { pattern: 'window', action: 'close' } },
];

const selectionButtons: readonly PatternButton[] = [
  { title: 'Select all', icon: 'check-all', call: { pattern: 'selection', select: 'all' } },
  { title: 'Select none', icon: 'clear-all', call: { pattern: 'selection', select: 'none' } },
];

/** The patterns an element supports that a button can run; the others have inputs of their own, or are only read. */
export function patternButtons(details: ElementDetails): readonly PatternButton[] {
  return details.patterns.flatMap((pattern): readonly PatternButton[] => {
    switch (pattern) {
      case 'invoke':
        return [{ title: 'Invoke', icon: 'play', call: { pattern } }];
      case 'toggle':
        return [{ title: `Toggle ${hasState(details, 'checked') ? 'off' : 'on'}`, icon: 'pass', call: { pattern } }];
      case 'select':
        return selectButtons(details);
      case 'expand': {
        const expanded = !hasState(details, 'expanded');
        const title = expanded ? 'Expand' : 'Collapse';
        return [{ title, icon: expanded ? 'unfold' : 'fold', call: { pattern, expanded } }];
      }
      case 'scrollItem':
        return [{ title: 'Scroll into view', icon: 'arrow-both', call: { pattern } }];
      case 'selection':
        return details.selection?.canSelectMultiple === false ? selectionButtons.slice(1) : selectionButtons;
      case 'scroll':
        return scrollButtons(details);
      case 'multipleView':
        return viewButtons(details);
      case 'dock':
        return dockButtons(details);
      case 'window':
        return windowButtons;
      case 'value':
      case 'rangeValue':
      case 'text':
      case 'grid':
      case 'table':
      case 'transform':
        return [];
    }
  });
}

function selectButtons(details: ElementDetails): readonly PatternButton[] {
  const pattern = 'select';
  if (hasState(details, 'selected')) {
    return [{ title: 'Deselect', icon: 'circle-slash', call: { pattern, how: 'remove' } }];
  }
  return [
    { title: 'Select', icon: 'check', call: { pattern } },
    { title: 'Add to selection', icon: 'add', call: { pattern, how: 'add' } },
  ];
}

function viewButtons({ views }: ElementDetails): readonly PatternButton[] {
  const others = views?.all.filter((view) => view !== views.current) ?? [];
  return others.map((view) => ({ title: `Show as ${view}`, icon: 'eye', call: { pattern: 'multipleView', view } }));
}

function dockButtons({ dock }: ElementDetails): readonly PatternButton[] {
  return dockPositions
    .filter((position) => position !== dock)
    .map((position) => ({
      title: position === 'none' ? 'Undock' : position === 'fill' ? 'Dock to fill' : `Dock at the ${position}`,
      icon: 'layout',
      call: { pattern: 'dock', position },
    }));
}

/** How much one press scrolls, in percent of the whole way. */
const scrollStep = 10;

function scrollButtons({ scroll }: ElementDetails): readonly PatternButton[] {
  const pattern = 'scroll';
  const vertical: readonly PatternButton[] = [
    { title: 'Scroll up', icon: 'arrow-up', call: { pattern, vertical: { by: -scrollStep } } },
    { title: 'Scroll down', icon: 'arrow-down', call: { pattern, vertical: { by: scrollStep } } },
  ];
  const horizontal: readonly PatternButton[] = [
    { title: 'Scroll left', icon: 'arrow-left', call: { pattern, horizontal: { by: -scrollStep } } },
    { title: 'Scroll right', icon: 'arrow-right', call: { pattern, horizontal: { by: scrollStep } } },
  ];
  return [...(scroll?.vertical == null ? [] : vertical), ...(scroll?.horizontal == null ? [] : horizontal)];
}
