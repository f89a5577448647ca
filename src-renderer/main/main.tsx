import '../bridge/no-eval.ts';
import { createRoot } from 'react-dom/client';
import { chooseBridge } from '../bridge/choose-bridge.ts';
import { App } from '../shell/app.tsx';
import { createAppModel } from '../shell/app-model.ts';
import '../ui/tokens/tokens.css';
import '../ui/tokens/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');
createRoot(root).render(<App model={createAppModel(await chooseBridge())} />);
