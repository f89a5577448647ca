import { dragAt, keys, tapAt, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const script = `
wm title . Scale
wm resizable . 0 0
pack [scale .s -from 0 -to 100 -orient horizontal -length 200]
pack [entry .e]
pack [button .b -text Keep -command { set f [open out.txt w]; puts $f "[.s get] [.e get]"; close $f }]
`;
const tk: FlowApp = { command: 'wish', args: ['HOME/scale.tcl'], files: { 'scale.tcl': script }, silent: true };
const xterm: FlowApp = { command: 'xterm', args: ['-e', 'sh'], silent: true };

/** Apps that tell nothing of their elements. */
export const silent: readonly Flow[] = [
  {
    name: 'tk: text in a field, kept by a button',
    change: 'theme',
    toolkit: 'Tk',
    app: tk,
    acts: [tapAt(100, 52), type('abc'), tapAt(100, 78)],
    tapMs: 0,
    steps: [/^Click at /, /^Type the secret /, /^Click at /],
    effect: ({ file }) => file('out.txt'),
    expected: 'abc',
    secrets: { TYPED_TEXT: 'abc' },
  },
  {
    name: 'tk: a slider dragged, kept by a button',
    change: 'theme',
    toolkit: 'Tk',
    app: tk,
    acts: [dragAt([15, 28], [150, 28]), tapAt(100, 78)],
    tapMs: 60,
    steps: [/^Drag from /, /^Click at /],
    effect: ({ file }) => file('out.txt'),
    expected: /^[678]\d/,
  },
  {
    name: 'xterm: a command',
    change: 'font',
    toolkit: 'Xt',
    app: xterm,
    acts: [type('echo eggs > out.txt'), keys('Return')],
    tapMs: 60,
    steps: [/^Type the secret/, /^Press Enter/],
    effect: ({ file }) => file('out.txt'),
    expected: 'eggs',
    secrets: { TYPED_TEXT: 'echo eggs > out.txt' },
    inTests: true,
  },
];
