import type { Fix } from './rule.ts';

/* The code that a developer writes, by toolkit, in the terms of the toolkit's documentation. */

/** How to give an element an accessible name. */
export const toName: Fix = {
  gtk3: 'Set the accessible name: `gtk_widget_get_accessible(widget)`, then `atk_object_set_name`.',
  gtk4: 'Set `GTK_ACCESSIBLE_PROPERTY_LABEL` with `gtk_accessible_update_property`.',
  qt: 'Call `setAccessibleName()`.',
  chromium: 'Add text or `aria-label`.',
  electron: 'Add text or `aria-label`.',
  java: 'Call `getAccessibleContext().setAccessibleName()`.',
  WPF: 'Set `AutomationProperties.Name`.',
  WinForm: 'Set `AccessibleName`.',
  XAML: 'Set `AutomationProperties.Name`.',
  libreoffice: 'Give the widget a label in its .ui file.',
  other: 'Give it an accessible name.',
};

/** How to associate a field with the text next to it. */
export const toLabel: Fix = {
  gtk3: 'Set the field as its label’s mnemonic widget: `gtk_label_set_mnemonic_widget(label, field)`.',
  gtk4: 'Call `gtk_label_set_mnemonic_widget(label, field)`, or set `GTK_ACCESSIBLE_RELATION_LABELLED_BY`.',
  qt: 'Call `label->setBuddy(field)`, or `setAccessibleName()` on the field.',
  chromium: 'Add `<label for>`, `aria-labelledby` or `aria-label`.',
  electron: 'Add `<label for>`, `aria-labelledby` or `aria-label`.',
  java: 'Call `label.setLabelFor(field)`.',
  WPF: 'Set `AutomationProperties.LabeledBy` or `Label.Target`.',
  WinForm: 'Put a Label before it in the tab order, or set `AccessibleName`.',
  libreoffice: 'Set `mnemonic-widget` of the label in the .ui file.',
  other: 'Associate it with its label, or give it an accessible name.',
};

/** How to give an element an id for tests. */
export const toIdentify: Fix = {
  gtk3: 'Give it a stable accessible name; GTK 3 exposes no ids.',
  gtk4: 'Give it a stable accessible name; GTK 4.16 and later expose the `id` of the .ui file.',
  qt: 'Call `setObjectName()` with a unique name; Qt 6 exposes it.',
  chromium: 'Add a unique `id` or `data-testid`, and a stable accessible name.',
  electron: 'Add a unique `id` or `data-testid`, and a stable accessible name.',
  java: 'Call `setName()` and give it a stable accessible name.',
  WPF: 'Set `AutomationProperties.AutomationId`.',
  WinForm: 'Set `Name`: it becomes the AutomationId.',
  XAML: 'Set `AutomationProperties.AutomationId` or `x:Name`.',
  other: 'Give it an automation id or a unique accessible name.',
};

export const toImage: Fix = {
  ...toName,
  chromium: 'Add `alt`; `alt=""` if it is decorative.',
  electron: 'Add `alt`; `alt=""` if it is decorative.',
  other: 'Describe it, or mark it as decorative.',
};

export const toFocus: Fix = {
  gtk3: 'Call `gtk_widget_set_can_focus(widget, TRUE)`.',
  gtk4: 'Call `gtk_widget_set_focusable(widget, TRUE)`.',
  qt: 'Call `setFocusPolicy(Qt::StrongFocus)`.',
  chromium: 'Use `<button>` or `<a href>`, or add `tabindex="0"`.',
  electron: 'Use `<button>` or `<a href>`, or add `tabindex="0"`.',
  java: 'Call `setFocusable(true)`.',
  other: 'Make it focusable.',
};

/** The same text for every toolkit. */
export const fix = (text: string): Fix => ({ other: text });

export function fixFor(known: Fix, toolkit: string): string {
  return known[toolkit] ?? known.other;
}
