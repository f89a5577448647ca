import { describeElement, type ElementNode } from '#contract/model/elements/element';
import { formatRect } from '#contract/model/geometry';
import type { WindowInfo } from '#contract/model/windows/window';
import { table, type Paint } from './output.ts';
import { quoted, oneLine } from '#contract/foreign-text';

/** `Button “7”  [id seven]  110, 130, 60 × 20  focusable focused` */
export function elementLine(node: ElementNode, paint: Paint, { short = false } = {}): string {
  const name = oneLine(describeElement(node));
  if (short) return name;
  const value = node.value !== null && node.value !== node.name ? `= ${quoted(node.value, 60)}` : '';
  const rest = [
    value,
    node.automationId && `[id ${oneLine(node.automationId)}]`,
    node.bounds && paint('dim', formatRect(node.bounds)),
    paint('dim', node.states.filter((state) => state !== 'enabled' && state !== 'visible').join(' ')),
  ];
  return [name, ...rest.filter(Boolean)].join('  ');
}

export function elementTable(nodes: readonly ElementNode[], paint: Paint): string {
  const rows = nodes.map((node) => {
    return [node.controlType, node.name, node.automationId, node.bounds ? formatRect(node.bounds) : '', node.id];
  });
  return table(['TYPE', 'NAME', 'ID', 'BOUNDS', 'ELEMENT'], rows, paint);
}

export function windowTable(windows: readonly WindowInfo[], paint: Paint): string {
  const rows = windows.map((window) => {
    const { id, app, processId, state, active, bounds, title } = window;
    return [active ? '*' : '', id, app, String(processId || ''), state, formatRect(bounds), title];
  });
  return table(['', 'HANDLE', 'APP', 'PID', 'STATE', 'BOUNDS', 'TITLE'], rows, paint);
}
