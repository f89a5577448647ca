import { describe, expect, it } from 'vitest';
import { clearlyFirst, rankWindows } from './rank-windows.ts';
import type { WindowInfo } from './window.ts';

let next = 1;
function window(title: string, app: string, more: Partial<WindowInfo> = {}): WindowInfo {
  return { id: `0x${(next++).toString(16)}`, title, app, className: app, active: false, ...more } as WindowInfo;
}

const report = window('Quarterly report.odt — LibreOffice Writer', 'soffice.bin', { active: true });
const budget = window('Budget 2026.ods — LibreOffice Calc', 'soffice.bin');
const calculator = window('galculator', 'galculator');
const mail = window('Inbox', 'thunderbird');
const windows = [report, budget, calculator, mail];
const first = (task: string, evidence = {}) => clearlyFirst(rankWindows(windows, task, evidence))?.title ?? null;

describe('which window a task refers to', () => {
  it.each([
    ['Use the calculator to multiply 7 by 6', 'galculator'],
    ['Add a row to the budget', 'Budget 2026.ods — LibreOffice Calc'],
    ['Send an answer to the newest mail in Thunderbird', 'Inbox'],
    ['Correct the quarterly reports', 'Quarterly report.odt — LibreOffice Writer'],
  ])('%s: %s', (task, title) => expect(first(task)).toBe(title));

  it.each(['Save it', 'Save the file in LibreOffice', 'open the app', 'の', ''])('%s: no clear winner', (task) => {
    expect(first(task)).toBeNull();
  });

  it("uses a window's content if titles do not help", () => {
    const contents = new Map([[mail.id, 'Invoice of Ada Lovelace\nReply']]);
    expect(first('Answer Ada about her invoice')).toBeNull();
    expect(first('Answer Ada about her invoice', { contents })).toBe('Inbox');
  });

  it('gives a reason for each, and prefers the active and the last used window', () => {
    const [one, two] = rankWindows(windows, 'print this', { lastUsed: mail.id });
    expect([one?.window.title, one?.reasons]).toEqual([report.title, ['active']]);
    expect([two?.window.title, two?.reasons]).toEqual(['Inbox', ['used last']]);
    expect(rankWindows(windows, 'the budget')[0]?.reasons).toEqual(['“budget” in its title']);
    expect(rankWindows(windows, 'a calculator')[0]?.reasons[0]).toBe('“calculator” is like its title');
  });

  it('finds words of languages without blanks', () => {
    const others = [window('家計簿', 'calc'), window('日記', 'writer')];
    expect(clearlyFirst(rankWindows(others, '家計簿に食費を書く'))?.title).toBe('家計簿');
  });
});
