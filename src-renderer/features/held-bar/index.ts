export { HeldBar } from './held-bar.tsx';
