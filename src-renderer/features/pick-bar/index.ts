export { PickBar } from './pick-bar.tsx';
