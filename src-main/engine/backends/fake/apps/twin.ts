import type { FakeApp } from '../desktop.ts';
import { element } from '../element.ts';

/** A window whose title others share: started twice, only handle and place tell the two apart. */
export const twin: FakeApp = (desktop) => {
  const count = desktop.windows.filter((window) => window.spec.app === 'twin').length;
  const press = element({ controlType: 'Button', name: 'Same', at: [20, 20, 100, 32], onInvoke: () => undefined });
  return {
    title: 'Twin',
    app: 'twin',
    className: 'Twin',
    content: { x: 500 + count * 220, y: 520, width: 200, height: 90 },
    root: element({ controlType: 'Window', name: 'Twin', children: [press] }),
  };
};
