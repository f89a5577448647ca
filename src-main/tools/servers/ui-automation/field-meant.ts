import { AppError } from '#contract/errors';
import {
  hasState,
  parseElementId,
  type ControlType,
  type ElementDetails,
  type ElementNode,
} from '#contract/model/elements/element';
import { formatSelector } from '#contract/model/elements/selector';
import type { LookContext } from '../../define-tool.ts';

type Types = ReadonlySet<ControlType>;

/** If several elements have the name: text fields before possible containers of one, and both before labels. */
export const textFields: readonly Types[] = [
  new Set<ControlType>(['Edit']),
  new Set<ControlType>(['Spinner', 'ComboBox', 'Document']),
  new Set<ControlType>(['DataItem', 'TreeItem', 'ListItem']),
];

/** The same for elements with a value, a check state, or an expanded state. */
export const settable: readonly Types[] = [
  new Set<ControlType>([
    ...(['Edit', 'Spinner', 'ComboBox', 'Slider', 'CheckBox', 'RadioButton', 'Document', 'ScrollBar'] as const),
  ]),
  new Set<ControlType>(['Button', 'MenuItem', 'TreeItem', 'ListItem', 'DataItem', 'List']),
];

/** Containers that may have the name of the field in them, as LibreOffice's boxes do. */
const frames: Types = new Set<ControlType>(['Pane', 'Group', 'Custom']);
const fields = ['Edit', 'ComboBox', 'Spinner', 'Slider', 'CheckBox'] as const;
const labels: Types = new Set<ControlType>(['Text']);

/** Containers of a label that can be checked, opened or given a value. */
const labelled: Types = new Set<ControlType>([
  ...(['Button', 'CheckBox', 'RadioButton', 'MenuItem', 'ComboBox', 'Edit', 'Spinner', 'Slider'] as const),
  ...(['TreeItem', 'ListItem'] as const),
]);
/** Maximum number of levels between a label and its control. */
const mostAround = 3;
/** Maximum number of fields next to labels of the same text to compare. */
const mostBeside = 20;

/** The intended field if its label was named, or a container with its name; otherwise the named element. */
export async function intendedField(context: LookContext, named: ElementNode): Promise<ElementNode> {
  if (labels.has(named.controlType)) {
    return (
      (await labelledBy(context, named)) ??
      (await controlAround(context, named)) ??
      (await fieldBeside(context, named)) ??
      named
    );
  }
  if (!frames.has(named.controlType) || named.name === '') return named;
  const details = await detailsOf(context, named);
  if (!details || details.patterns.includes('value') || hasState(details, 'editable')) return named;
  return (await onlyFieldIn(context, named)) ?? named;
}

/** The control around a label without a function: GTK 4 lists the label of a button as an element in it. */
async function controlAround(context: LookContext, label: ElementNode): Promise<ElementNode | null> {
  if (hasState(label, 'editable') || hasState(label, 'checkable') || hasState(label, 'expandable')) return null;
  const { engine, signal } = context;
  const around = (await engine.ancestors({ element: label.id }, { signal })).slice(-mostAround).reverse();
  const control = around.find(({ controlType }) => labelled.has(controlType));
  return control && (control.name === '' || control.name.includes(label.name)) ? control : null;
}

/** The only field, list or table next to a label, if the app reports no relation. Hidden ones are next to hidden labels. */
async function fieldBeside(context: LookContext, label: ElementNode): Promise<ElementNode | null> {
  const { id, name } = label;
  const said = name.replace(/\s*[:：]\s*$/, '');
  if (said === '') return null;
  const query = { window: parseElementId(id).window, selector: formatSelector([{ label: said }]), limit: mostBeside };
  const { matches } = await context.engine.find(query, { signal: context.signal });
  const [only, ...others] = matches.filter((each) => hasState(each, 'visible') === hasState(label, 'visible'));
  return only && others.length === 0 ? detailsOf(context, only) : null;
}

async function labelledBy(context: LookContext, label: ElementNode): Promise<ElementNode | null> {
  const details = await detailsOf(context, label);
  const targets = details?.relations.filter(({ type }) => type === 'label for').flatMap((one) => one.targets) ?? [];
  const [target, ...others] = targets;
  return target && others.length === 0 ? detailsOf(context, target) : null;
}

async function onlyFieldIn({ engine, signal }: LookContext, box: ElementNode): Promise<ElementNode | null> {
  const { window } = await engine.details({ element: box.id }, { signal });
  const found: ElementNode[] = [];
  for (const type of fields) {
    const query = { window: window.id, from: box.id, selector: `role=${type}`, limit: 3 };
    const { matches } = await engine.find(query, { signal });
    found.push(...matches.filter((each) => each.id !== box.id && hasState(each, 'visible')));
  }
  const [only, ...others] = found;
  return only?.name === '' && others.length === 0 ? only : null;
}

async function detailsOf(
  { engine, signal }: LookContext,
  { id }: Pick<ElementNode, 'id'>,
): Promise<ElementDetails | null> {
  try {
    return await engine.details({ element: id }, { signal });
  } catch (error) {
    // A control that only the caller saw, or one that is gone: the next look reports it.
    if (!(error instanceof AppError) || signal.aborted) throw error;
    return null;
  }
}
