const because: Readonly<Record<string, readonly string[]>> = {
  'a shape, an angle or a number of blocks is only drawn': [
    'bisect-angle',
    'chase-circle',
    'circle-center',
    'click-shape',
    'count-shape',
    'count-sides',
    'drag-cube',
    'drag-shapes',
    'drag-shapes-2',
    'draw-circle',
    'draw-line',
    'find-midpoint',
    'identify-shape',
    'moving-items',
    'number-checkboxes',
    'right-angle',
    'tic-tac-toe',
    'visual-addition',
  ],
  'a colour is only drawn': ['click-color', 'click-shades', 'hover-shape', 'simon-says', 'use-colorwheel-2'],
  'the picture to click has no name': [
    'email-inbox',
    'email-inbox-delete',
    'email-inbox-important',
    'email-inbox-nl-turk',
    'email-inbox-noscroll',
    'email-inbox-star-reply',
    'social-media',
    'social-media-all',
    'social-media-some',
    'text-editor',
  ],
  'the task names its item by a picture': ['click-menu-2'],
  'the task is about words of similar meaning': ['click-checkboxes-soft'],
};

/** Reasons by name, for pages whose task the accessibility tree cannot solve. The solver does not use them. */
export const notCounted: ReadonlyMap<string, string> = new Map(
  Object.entries(because).flatMap(([reason, pages]) => pages.map((page) => [page, reason] as const)),
);
