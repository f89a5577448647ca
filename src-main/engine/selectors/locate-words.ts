import type { SelectorStep } from '#contract/model/elements/selector';
import type { Chain, Link, Wanted } from './locate.ts';

/** A chain in source form: `getByRole('button', { name: '7' }).first()`. */
export function chainInWords(chain: Chain): string {
  return chain.map(linkInWords).join('.') || 'window';
}

function linkInWords(link: Link): string {
  switch (link.by) {
    case 'role': {
      const { by: _, role, ...rest } = link;
      return `getByRole(${quote(role)}${optionsInWords(rest)})`;
    }
    case 'text':
    case 'label':
    case 'description': {
      const { by, text, ...rest } = link;
      return `getBy${by.charAt(0).toUpperCase()}${by.slice(1)}(${quote(text)}${optionsInWords(rest)})`;
    }
    case 'id':
      return `getById(${quote(link.id)})`;
    case 'selector':
      return `locator(${quote(link.text)})`;
    case 'filter': {
      const { by: _, ...rest } = link;
      return `filter(${optionsInWords(rest).replace(/^, /, '')})`;
    }
    case 'nth':
      return link.index === 0 ? 'first()' : link.index === -1 ? 'last()' : `nth(${link.index})`;
    case 'and':
    case 'or':
      return `${link.by}(${chainInWords(link.other)})`;
  }
}

function optionsInWords(options: object): string {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  if (given.length === 0) return '';
  return `, { ${given.map(([key, value]) => `${key}: ${valueInWords(value)}`).join(', ')} }`;
}

function valueInWords(value: unknown): string {
  if (typeof value === 'string' || value instanceof RegExp) return quote(value);
  return Array.isArray(value) ? chainInWords(value as Chain) : String(value);
}

function quote(text: Wanted): string {
  return typeof text === 'string' ? `'${text.replace(/[\\']/g, '\\$&')}'` : String(text);
}

/** The last search of a chain as a selector step, as far as possible, for near misses. */
export function lastSearch(chain: Chain): SelectorStep | null {
  const steps = chain.map(searchOf).filter((step) => step !== null);
  return steps.at(-1) ?? null;
}

function searchOf(link: Link): SelectorStep | null {
  switch (link.by) {
    case 'role':
      return {
        role: link.role,
        ...(link.name !== undefined && { nameContains: words(link.name) }),
      };
    case 'text':
      return { nameContains: words(link.text) };
    case 'label':
      return { label: words(link.text) };
    case 'description':
      return { description: words(link.text) };
    case 'id':
      return { id: link.id };
    case 'selector':
      return link.selector.at(-1) ?? null;
    case 'filter':
    case 'nth':
    case 'and':
    case 'or':
      return null;
  }
}

function words(text: Wanted): string {
  return typeof text === 'string' ? text : text.source.replace(/[\\^$.*+?()[\]{}|]/g, '');
}
