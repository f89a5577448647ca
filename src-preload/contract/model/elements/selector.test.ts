import { expect, it } from 'vitest';
import { formatSelector, parseSelector, pictureStep, shortSelector } from './selector.ts';

it.each([
  'role=Button name="7"',
  'id="save-button"',
  'role=Table name="keypad" >> role=Button nth=0',
  'role=ListItem name~="inbox"',
  'description="Closes the tab"',
  'path=0/1/12',
  'role=Edit label="Width"',
  'role=DataItem row="Tea" column="Price"',
  'role=Button name="Remove" near="Apples"',
  'role="push button"',
  String.raw`name="say \"hi\" \\ back"`,
  String.raw`name="two\nlines >> not a step"`,
])('parses and formats %s losslessly', (text) => expect(formatSelector(parseSelector(text))).toBe(text));

it('parses values with and without quotes, and any white space', () => {
  expect(parseSelector('  role=Button   name=OK >>nth=2 ')).toEqual([{ role: 'Button', name: 'OK' }, { nth: 2 }]);
});

it.each([
  ['', 'a step is empty'],
  ['role=Button >>', 'a step is empty'],
  ['Button', 'is not key=value'],
  ['role=Button name="7', 'is not key=value'],
  ['colour=red', '“colour” is not one of'],
  ['nth=-1', '“-1” is not a number'],
  ['path=0//1', '“” is not a number'],
])('rejects %j and reports why', (text, why) => expect(() => parseSelector(text)).toThrow(why));

it.each([
  ['colour=red', 0],
  ['role=Button  colour=red', 13],
  ['role=Button >> >> name=x', 15],
  ['role=Button nth=first', 12],
  ['role=Button name="7', 12],
  ['', 0],
  ['role=Button >>', 14],
])('reports where %j goes wrong', (text, at) => {
  expect(() => parseSelector(text)).toThrow(expect.objectContaining({ data: { at } }));
  expect(() => parseSelector(text)).toThrow(`at character ${at + 1}`);
});

it('distinguishes a picture search from an element search', () => {
  expect(pictureStep(parseSelector('role=Button name="7"'))).toBeNull();
  const step = { near: 'Shed', text: 'Open', picture: 'UklGRkwAAAA=', nth: 1 };
  expect(pictureStep(parseSelector(formatSelector([step])))).toEqual(step);
});

it.each([
  'role=Button text="Open"',
  'text="Open" >> role=Button',
  'picture="no base64!"',
  `picture=${'A'.repeat(50_000)}`,
])('rejects %.40s', (text) =>
  expect(() => pictureStep(parseSelector(text))).toThrow(expect.objectContaining({ code: 'invalid_parameter' })),
);

it('abbreviates a picture to its end', () => {
  const short = shortSelector('text="Open" picture="UklGRkwAAABXRUJQVlA4TD8AAAAvFsAFz1AwAA=="');
  expect(short).toBe('text="Open" picture="…z1AwAA"');
});

it('is rejected when unreasonably long', () => {
  const long = 'id=a '.repeat(700_000);
  expect(() => parseSelector(long)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
  expect(() => parseSelector(long)).toThrow('has 3500000 characters, and may have 100000');
});
