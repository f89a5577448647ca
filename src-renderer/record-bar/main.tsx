import '../bridge/no-eval.ts';
import { createRoot } from 'react-dom/client';
import type { RecordBarApi } from '#contract/api';
import { chooseBridge } from '../bridge/choose-bridge.ts';
import { createClient } from '../bridge/services.ts';
import { followSystemTheme } from '../bridge/system-theme.ts';
import { RecordBar } from '../features/record-bar/index.ts';
import '../ui/tokens/tokens.css';
import '../ui/tokens/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
followSystemTheme();
const bridge = await chooseBridge();
const client = createClient<RecordBarApi>(bridge);
const first = await client['bar.state']({});
createRoot(root).render(
  <RecordBar
    first={first}
    follow={(listener) => bridge.on('record.bar', listener)}
    move={(place) => void client['bar.move'](place)}
    pause={() => void client['bar.pause']({})}
    check={() => void client['bar.check']({})}
    takeBack={() => void client['bar.takeBack']({})}
    stop={() => void client['bar.stop']({})}
    discard={() => void client['bar.discard']({})}
  />,
);
