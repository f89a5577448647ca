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

const rows = `
wm title . Rows
wm minsize . 240 0
proc add {row} {
  set r .r[incr ::count]
  frame $r; label $r.l -text $row; button $r.b -text Open -command "set f \\[open out.txt a\\]; puts \\$f $row; close \\$f"
  pack $r -fill x; pack $r.l -side left; pack $r.b -side right
}
`;
const rowsOf = (...names: readonly string[]): FlowApp => ({
  command: 'wish',
  args: ['HOME/rows.tcl'],
  files: { 'rows.tcl': rows + names.map((name) => `add ${name}`).join('\n') },
  silent: true,
});

/** Apps that report no elements. */
export const silent: readonly Flow[] = [
  {
    name: 'tk: text in a field, kept by a button',
    change: 'theme',
    toolkit: 'Tk',
    app: tk,
    acts: [tapAt(100, 52), type('abc'), tapAt(100, 78)],
    tapMs: 0,
    steps: [/^Click (?!Image “)/, /^Type the secret /, 'Click Image “Keep”'],
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
    steps: [/^Drag from /, 'Click Image “Keep”'],
    effect: ({ file }) => file('out.txt'),
    expected: /^[678]\d/,
  },
  {
    name: 'tk: one of two buttons that look the same',
    change: { files: { 'rows.tcl': `${rows}add Shed\nadd Garden\nadd Kitchen` } },
    toolkit: 'Tk',
    app: rowsOf('Garden', 'Kitchen'),
    acts: [tapAt(210, 45)],
    tapMs: 60,
    steps: ['Click Image “Open”'],
    effect: ({ file }) => file('out.txt'),
    expected: 'Kitchen',
    inTests: true,
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
