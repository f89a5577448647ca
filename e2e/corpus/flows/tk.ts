import { dragAt, keys, tapAt, type } from '../acts.ts';
import type { Flow, FlowApp } from '../flow.ts';

const script = `
wm title . Scale
wm geometry . 300x160
pack [scale .s -from 0 -to 100 -orient horizontal -length 200 -command note]
pack [entry .e]
pack [button .b -text Keep -command { note 0 }]
proc note {n} { set f [open out.txt w]; puts $f "[.s get] [.e get]"; close $f }
`;
const tk: FlowApp = { command: 'wish', args: ['HOME/scale.tcl'], files: { 'scale.tcl': script }, silent: true };

export const silent: readonly Flow[] = [
  {
    name: 'tk: a button without a name',
    toolkit: 'Tk',
    app: tk,
    acts: [tapAt(150, 62), type('abc'), tapAt(150, 88)],
    tapMs: 0,
    steps: [/^Click at /, /^Type the secret /, /^Click at /],
    effect: ({ file }) => file('out.txt'),
    expected: 'abc',
  },
  {
    name: 'xcalc: a sum by places',
    toolkit: 'Xt',
    app: { command: 'xcalc', silent: true },
    acts: [type('7*6'), keys('Return'), keys('ctrl+c')],
    tapMs: 60,
    steps: [/^Type/, /^Press Enter/, /^Press ctrl\+c/],
    effect: ({ titles }) => titles(),
    expected: 'Calculator',
  },
];
void dragAt;
