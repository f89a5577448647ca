/** A place in the page by fractions of its window, as UFO's tools take it. */
export interface PagePoint {
  readonly x: number;
  readonly y: number;
}

/** What a solver does in one step: calls of an AppAgent; ids are those that the question lists. */
export interface Move {
  readonly function: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** A small task in one page, with its judge: a set-up, a solver that does it right and one that does it wrong. */
export interface PageTask {
  readonly request: string;
  /** The body of the page. */
  readonly page: string;
  /** JavaScript that is true in the page once the task is done; the agents do not see it. */
  readonly judge: string;
  /** What the page shows once it is done. */
  readonly shows: string;
  /** One list for each step. @param at where the middle of an element is, by its `#id` */
  readonly right: (at: (selector: string) => PagePoint) => readonly (readonly Move[])[];
  readonly wrong: PageTask['right'];
}

const id = (type: string, name: string) => `{{(\\d+)\\. ${type}: "${name}"}}`;

export function click(type: string, name: string, more: Readonly<Record<string, unknown>> = {}): Move {
  return { function: 'click_input', arguments: { id: id(type, name), name, ...more } };
}

export function set(name: string, text: string): Move {
  return { function: 'set_edit_text', arguments: { id: id('Edit', name), name, text, clear_current_text: true } };
}

export function keys(text: string): Move {
  return { function: 'keyboard_input', arguments: { keys: text, control_focus: false } };
}

export function drag(from: PagePoint, to: PagePoint): Move {
  return {
    function: 'drag_on_coordinates',
    arguments: { start_x: from.x, start_y: from.y, end_x: to.x, end_y: to.y, duration: 0.3 },
  };
}
