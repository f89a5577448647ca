import type { ElementState } from '#contract/model/elements/element';
import type { SelectionFacts } from '#contract/model/elements/element-facts';
import type { Point, Rect } from '#contract/model/geometry';
import type { RawLink } from '../../../../../backend.ts';
import { askMany } from '../../access/send.ts';
import { rectAt, type Control } from '../../access/control.ts';
import { Struct } from '../../access/struct.ts';
import { partId } from '../../ids.ts';
import { type ControlKind, type Part, type Parts, partStates } from '../kind.ts';
import { labelOf } from '../text/label.ts';
import { itemOperations, selectCaret, treeScroller, nextOf, relation, treeItem, tvm } from './tree-view-acts.ts';

/** `TVIF_TEXT`, `_STATE`, `_HANDLE`, `_CHILDREN`; `TVIS_SELECTED`, `_EXPANDED`, `_STATEIMAGEMASK`; `TVS_CHECKBOXES`. */
const wanted = 0x0001 | 0x0008 | 0x0010 | 0x0040;
const [selected, expanded, stateImages] = [0x0002, 0x0020, 0xf000];
const checkBoxes = 0x0100;
const nameUnits = 260;
/** Limit on counted siblings. */
const mostSiblings = 20_000;
/** A `RECT` that initially holds the requested item. */
const placeQuestion = new Struct({ item: 'pointer', rest1: 'i32', rest2: 'i32', rest3: 'i32' });
/** `TVHITTESTINFO` of commctrl.h. */
const hitTest = new Struct({ x: 'i32', y: 'i32', flags: 'u32', item: 'pointer' });
/** Handles are addresses of structures in the app: misaligned numbers are invalid. */
const alignment = 4;

export const treeView: ControlKind = {
  classes: ['systreeview32'],
  describe: (control) => ({
    controlType: 'Tree',
    label: labelOf(control),
    focusable: true,
    parts: branchOf(control, 0, []),
    facts: () => ({ selection: selectionOf(control), scroll: treeScroller(control).facts() }),
    operations: {
      selection: ({ select }) => selectCaret(control, select === 'all' ? nextOf(control, relation.root, 0) : 0),
      scroll: (call) => treeScroller(control).scroll(call),
    },
  }),
};

/** Items below one, or the root items if `parent` is 0. A key is an item's handle. */
function branchOf(control: Control, parent: number, path: readonly string[]): Parts {
  const handles = siblings(control, parent);
  return {
    count: handles.length,
    read: (offset, limit) => readItems(control, handles.slice(offset, offset + limit), path),
    find(key) {
      const handle = handleOf(key);
      const isThere = handle !== null && nextOf(control, relation.parent, handle) === parent;
      return isThere ? (readItems(control, [handle], path)[0] ?? null) : null;
    },
    ...(parent === 0 && { at: (point: Point) => itemAt(control, point) }),
  };
}

function siblings(control: Control, parent: number): readonly number[] {
  const found: number[] = [];
  let next = parent === 0 ? nextOf(control, relation.root, 0) : nextOf(control, relation.child, parent);
  while (next !== 0 && found.length < mostSiblings) {
    found.push(next);
    next = nextOf(control, relation.next, next);
  }
  return found;
}

function handleOf(key: string): number | null {
  const handle = /^[0-9a-f]{1,12}$/.test(key) ? Number.parseInt(key, 16) : 0;
  return handle !== 0 && handle % alignment === 0 ? handle : null;
}

function readItems(control: Control, handles: readonly number[], path: readonly string[]): readonly Part[] {
  const { pointerSize } = control.memory;
  const questions = handles.map((item) => ({
    message: tvm.getItem,
    pack: ({ textAddress }: { readonly textAddress: number }) =>
      treeItem.pack(pointerSize, {
        mask: wanted,
        item,
        stateMask: selected | expanded | stateImages,
        text: textAddress,
        room: nameUnits,
      }),
  }));
  const replies = askMany(control, { size: treeItem.size(pointerSize), textUnits: nameUnits }, questions);
  const places = placesOf(control, handles);
  return handles.flatMap((handle, at) => {
    const reply = replies[at];
    if (!reply || reply.answer === 0) return [];
    const state = treeItem.get(pointerSize, reply.bytes, 'state');
    const hasChildren = treeItem.get(pointerSize, reply.bytes, 'children') !== 0;
    return [toPart(control, { handle, path, name: reply.text, state, hasChildren, bounds: places[at] ?? null })];
  });
}

interface Item {
  readonly handle: number;
  readonly path: readonly string[];
  readonly name: string;
  readonly state: number;
  readonly hasChildren: boolean;
  readonly bounds: Rect | null;
}

function toPart(control: Control, { handle, path, name, state, hasChildren, bounds }: Item): Part {
  const key = handle.toString(16);
  const parts = branchOf(control, handle, [...path, key]);
  const check = control.hasStyle(checkBoxes) ? (state & stateImages) >>> 12 : 0;
  const isSelected = (state & selected) !== 0;
  const canOpen = hasChildren || parts.count > 0;
  const own: (ElementState | false)[] = [
    ...(['focusable', 'selectable'] as const),
    isSelected && 'selected',
    isSelected && control.reading.focusOf(control.threadId) === control.window && 'focused',
    canOpen && 'expandable',
    canOpen && (state & expanded) !== 0 && 'expanded',
    check > 0 && 'checkable',
    check === 2 && 'checked',
  ];
  return {
    key,
    controlType: 'TreeItem',
    name,
    bounds,
    parts,
    states: partStates(control, bounds, own),
    operations: itemOperations(control, handle, { canOpen, check }),
    properties: () => ({ handle: `0x${key}`, level: String(path.length) }),
  };
}

/** Bounds of items outside collapsed branches. The whole row, as in the tree's hit test. */
function placesOf(control: Control, handles: readonly number[]): readonly (Rect | null)[] {
  const { pointerSize } = control.memory;
  const questions = handles.map((item) => ({
    message: tvm.getItemRect,
    wParam: 1,
    pack: () => placeQuestion.pack(pointerSize, { item }),
  }));
  return askMany(control, { size: placeQuestion.size(pointerSize) }, questions).map(({ answer, bytes }) =>
    answer === 0 ? null : control.toScreen(rectAt(bytes)),
  );
}

function itemAt(control: Control, { x, y }: Point): string | null {
  const { pointerSize } = control.memory;
  const pack = () => hitTest.pack(pointerSize, { x: x - control.client.x, y: y - control.client.y });
  const [reply] = askMany(control, { size: hitTest.size(pointerSize) }, [{ message: tvm.hitTest, pack }]);
  const handle = reply ? hitTest.get(pointerSize, reply.bytes, 'item') : 0;
  return handle === 0 ? null : pathOf(control, handle).join('.');
}

function selectionOf(control: Control): SelectionFacts<RawLink> {
  const caret = nextOf(control, relation.caret, 0);
  const selectedLinks = caret === 0 ? [] : [linkToItem(control, caret)].filter((link) => link !== null);
  return { canSelectMultiple: false, count: selectedLinks.length, selected: selectedLinks };
}

function linkToItem(control: Control, handle: number): RawLink | null {
  const path = pathOf(control, handle);
  const [part] = readItems(control, [handle], path.slice(0, -1));
  return part ? { runtimeId: partId(control.window, path), name: part.name, controlType: part.controlType } : null;
}

/** From the top level down to the item. */
function pathOf(control: Control, handle: number): readonly string[] {
  const path: string[] = [];
  for (let at = handle; at !== 0; at = nextOf(control, relation.parent, at)) path.unshift(at.toString(16));
  return path;
}
