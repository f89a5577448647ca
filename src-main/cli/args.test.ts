import { describe, expect, it } from 'vitest';
import { parseCommand, splitCommand, type ArgumentSpec, UsageError } from './args.ts';

const spec: ArgumentSpec = {
  usage: 'look WINDOW [X Y] [--depth N]',
  options: {
    depth: { type: 'string', value: 'N', help: '' },
    view: { type: 'string', value: 'V', help: '' },
    output: { type: 'string', short: 'o', help: '' },
    all: { type: 'boolean', help: '' },
  },
  positionals: [1, 3],
};

describe('the command', () => {
  it.each([
    [['windows', '--json'], 'windows', ['--json']],
    [['--json', 'windows'], 'windows', ['--json']],
    [['--backend', 'fake', 'tree', 'x'], 'tree', ['--backend', 'fake', 'x']],
    [['tree', 'tree'], 'tree', ['tree']],
    [['--version'], null, ['--version']],
    [[], null, []],
  ])('of %j is %s', (argv, command, rest) => expect(splitCommand(argv)).toEqual({ command, rest }));
});

describe('arguments', () => {
  it('are positionals and options in any order', () => {
    const args = parseCommand(['--depth', '3', 'Calc', '-o', 'f.png', '--all'], spec);
    expect(args.positionals).toEqual(['Calc']);
    expect([args.number('depth', [1, 9]), args.text('output'), args.flag('all')]).toEqual([3, 'f.png', true]);
  });

  it('name files to write, of which standard output is none', () => {
    expect(() => parseCommand(['w', '-o', '-'], spec)).toThrow(UsageError);
    expect(parseCommand(['w', '-o', './-'], spec).text('output')).toBe('./-');
  });

  it('may be negative numbers', () => {
    const args = parseCommand(['w', '-10', '-20'], spec);
    expect([args.numberAt(1, 'X', [-99, 99]), args.numberAt(2, 'Y', [-99, 99])]).toEqual([-10, -20]);
    expect(parseCommand(['w', '--depth', '-4'], spec).number('depth', [-9, 9])).toBe(-4);
  });

  it('after the first belong to the program that is started', () => {
    const launch = { usage: 'launch COMMAND [ARGS…]', options: {}, positionals: [1, 99] as const, passThrough: true };
    expect(parseCommand(['--json', 'gedit', '--json', '-1', 'x'], launch)).toMatchObject({
      positionals: ['gedit', '--json', '-1', 'x'],
    });
  });

  it.each([
    [[], 'WINDOW is missing.'],
    [['a', 'b', 'c', 'd'], '“d” is one argument too many.'],
    [['a', '--bogus'], "Unknown option '--bogus'."],
    [['a', '--depth'], /--depth.* argument missing/],
    [['a', '--all=yes'], /--all.* does not take an argument/],
  ])('%j are refused', (rest, message) => expect(() => parseCommand(rest, spec)).toThrow(message));

  it.each([
    ['move WINDOW X Y', ['w'], 'X is missing.'],
    ['at X Y', ['1'], 'Y is missing.'],
    ['runs list | show RUN', [], 'An argument is missing.'],
  ])('of `%s` are named by the one that is missing', (usage, given, message) => {
    expect(() => parseCommand(given, { usage, options: {}, positionals: [3, 3] })).toThrow(message);
  });

  it('reports what is wrong with a value', () => {
    const args = parseCommand(['a', '--depth', 'x', '--view', 'side'], spec);
    expect(() => args.number('depth', [1, 200])).toThrow(
      new UsageError('--depth must be a whole number from 1 to 200, not “x”.'),
    );
    expect(() => args.choice('view', ['raw', 'control'])).toThrow(
      new UsageError('--view must be one of raw, control, not “side”.'),
    );
    expect(() => args.required('output', '-o FILE')).toThrow(new UsageError('-o FILE is missing.'));
    expect(() => args.numberAt(0, 'X', [0, 1])).toThrow(/X must be/);
    expect(() => parseCommand(['a', '--depth', '1.5'], spec).number('depth', [1, 9])).toThrow(UsageError);
  });

  it('need not be complete where help is asked for', () => {
    expect(parseCommand(['--help'], spec).flag('help')).toBe(true);
  });
});
