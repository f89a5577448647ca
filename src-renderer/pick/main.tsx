import '../bridge/no-eval.ts';
import { createRoot } from 'react-dom/client';
import type { PickBarApi } from '#contract/api';
import { chooseBridge } from '../bridge/choose-bridge.ts';
import { createClient } from '../bridge/services.ts';
import { followSystemTheme } from '../bridge/system-theme.ts';
import { PickBar } from '../features/pick-bar/index.ts';
import '../ui/tokens/tokens.css';
import '../ui/tokens/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
followSystemTheme();
const bridge = await chooseBridge();
const client = createClient<PickBarApi>(bridge);
const first = await client['bar.state']({});
createRoot(root).render(
  <PickBar
    first={first}
    follow={(listener) => bridge.on('pick.bar', listener)}
    stop={() => void client['bar.stop']({})}
  />,
);
