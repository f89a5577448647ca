import '../bridge/no-eval.ts';
import { createRoot } from 'react-dom/client';
import type { HeldBarApi } from '#contract/api';
import { chooseBridge } from '../bridge/choose-bridge.ts';
import { createClient } from '../bridge/services.ts';
import { followSystemTheme } from '../bridge/system-theme.ts';
import { HeldBar } from '../features/held-bar/index.ts';
import '../ui/tokens/tokens.css';
import '../ui/tokens/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
followSystemTheme();
const bridge = await chooseBridge();
const client = createClient<HeldBarApi>(bridge);
const first = await client['bar.state']({});
// An item released meanwhile needs no answer: the next state is current.
const late = () => undefined;
createRoot(root).render(
  <HeldBar
    first={first}
    follow={(listener) => bridge.on('held.bar', listener)}
    run={(id) => void client['bar.run']({ id }).catch(late)}
    deny={(id) => void client['bar.deny']({ id }).catch(late)}
    resume={() => void client['bar.resume']({}).catch(late)}
    picture={(id) => client['bar.picture']({ id }).catch(() => null)}
    show={() => void client['bar.show']({}).catch(late)}
  />,
);
