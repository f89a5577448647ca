import { oneLine } from '#contract/foreign-text';

/**
 * Common forms of text that addresses an agent instead of a user. No such list is complete: the markers around every text of a
 * program protect against all, and this only hides the worst.
 */
const injectionPatterns: readonly RegExp[] = [
  /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rules?|polic(y|ies)|previous|above|prior)\b/i,
  /\b(ignorier\w*|vergiss|vergessen)\b.{0,60}\b(anweisung\w*|regeln?|vorgaben?)\b/i,
  /\b(ignor(a|e|ez|ar|er)|olvida|oubliez?)\b.{0,60}\b(instruc\w+|consignes?|reglas|règles)\b/i,
  /(忽略|无视|無視).{0,20}(指令|指示|规则|命令)/u,
  /\b(system|developer)\s*(prompt|message|instructions?)\b/i,
  /^\s*(system|assistant|developer)\s*:\s*\S/i,
  /<\|?\/?(im[ _]start|im[ _]end|system|assistant|user|tool\w*|function\w*|instructions?)\b/i,
  /\[\/?inst\]|\b(begin|end) (system|instructions?)\b/i,
  /\byou are (now|an? (ai|assistant|agent|model))\b/i,
  /\b(ai|llm|agents?|assistants?|claude|codex|chatgpt|gpt|copilot|gemini)\b.{0,60}\b(must|should|run|execute|send|delete|now|please)\b/i,
  /\b(do not|don't|never) (tell|inform|mention|ask|warn)\b/i,
  /\b(reveal|exfiltrate|leak|send|upload|post)\b.{0,40}\b(secrets?|passwords?|tokens?|keys?|credentials?|env(ironment)?)\b/i,
  /\b(curl|wget|iwr|invoke-webrequest)\b.*\|\s*\w*sh\b|\brm\s+-\w*r\w*f|\bsudo\s|\$\([^)]*\)|`[^`]+`/i,
];

/** Whether a text of a recorded program reads like an instruction to an agent. */
export function readsLikeAnOrder(text: string): boolean {
  const plain = oneLine(text.normalize('NFKC')).replace(/[\s_]+/g, ' ');
  return injectionPatterns.some((order) => order.test(plain));
}

/** The same plain data, with everything that reads like an instruction replaced. */
export function withoutOrders<T>(data: T, instead: string): T {
  if (typeof data === 'string') return (readsLikeAnOrder(data) ? instead : data) as T;
  if (Array.isArray(data)) return data.map((item: unknown) => withoutOrders(item, instead)) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, withoutOrders(item, instead)])) as T;
}
