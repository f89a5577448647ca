import { expect, it } from 'vitest';
import { joinWords } from './ocr.ts';

it.each([
  [['文', '件', '(F)'], '文件 (F)'],
  [['ファ', 'イ', 'ル', 'を', '保', '存', '。'], 'ファイルを保存。'],
  [['𠮷', '野'], '𠮷野'],
  [['Save', 'as', '文', '件'], 'Save as 文件'],
  [['파일', '저장'], '파일 저장'],
  [[], ''],
])('%j is %j', (words, text) => {
  expect(joinWords(words)).toBe(text);
});
