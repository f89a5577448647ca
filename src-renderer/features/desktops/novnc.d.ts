/** The parts of noVNC used here: https://github.com/novnc/noVNC/blob/v1.7.0/docs/API.md */
declare module '@novnc/novnc' {
  export default class RFB extends EventTarget {
    constructor(target: HTMLElement, channel: object, options?: { readonly shared?: boolean });
    viewOnly: boolean;
    scaleViewport: boolean;
    focusOnClick: boolean;
    background: string;
    disconnect(): void;
    focus(): void;
  }
}
