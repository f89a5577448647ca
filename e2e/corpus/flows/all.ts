import type { Flow } from '../flow.ts';
import { canvases } from './canvases.ts';
import { chromium } from './chromium.ts';
import { gtk3 } from './gtk3.ts';
import { gtk4 } from './gtk4.ts';
import { office } from './office.ts';
import { qt } from './qt.ts';
import { managers } from './managers.ts';
import { newcomers } from './newcomers.ts';
import { strangers } from './strangers.ts';
import { submenus } from './submenus.ts';
import { swing } from './swing.ts';
import { silent } from './silent.ts';
import { views } from './views.ts';
import { wx } from './wx.ts';

export const flows: readonly Flow[] = [
  ...gtk3,
  ...gtk4,
  ...qt,
  ...views,
  ...canvases,
  ...submenus,
  ...managers,
  ...wx,
  ...silent,
  ...chromium,
  ...office,
  ...swing,
  ...newcomers,
  ...strangers,
];
