/** Where an element may be docked in what it is in, in the order of UI Automation's numbers. */
export const dockPositions = ['top', 'left', 'bottom', 'right', 'fill', 'none'] as const;
export type DockPosition = (typeof dockPositions)[number];
