/**
 * From ISO 639-1 to the names of trained data, which are those of ISO 639-2/T.
 * https://tesseract-ocr.github.io/tessdoc/Data-Files-in-different-versions.html
 */
export const isoNames: Readonly<Record<string, string>> = {
  ...{ af: 'afr', ar: 'ara', az: 'aze', be: 'bel', bg: 'bul', bn: 'ben', bs: 'bos', ca: 'cat', cs: 'ces', cy: 'cym' },
  ...{ da: 'dan', de: 'deu', el: 'ell', en: 'eng', eo: 'epo', es: 'spa', et: 'est', eu: 'eus', fa: 'fas', fi: 'fin' },
  ...{ fr: 'fra', ga: 'gle', gl: 'glg', gu: 'guj', he: 'heb', hi: 'hin', hr: 'hrv', hu: 'hun', hy: 'hye', id: 'ind' },
  ...{ is: 'isl', it: 'ita', ja: 'jpn', ka: 'kat', kk: 'kaz', km: 'khm', kn: 'kan', ko: 'kor', la: 'lat', lt: 'lit' },
  ...{ lv: 'lav', mk: 'mkd', ml: 'mal', mr: 'mar', ms: 'msa', nb: 'nor', nl: 'nld', nn: 'nor', no: 'nor', pa: 'pan' },
  ...{ pl: 'pol', pt: 'por', ro: 'ron', ru: 'rus', sk: 'slk', sl: 'slv', sq: 'sqi', sr: 'srp', sv: 'swe', sw: 'swa' },
  ...{ ta: 'tam', te: 'tel', th: 'tha', tr: 'tur', uk: 'ukr', ur: 'urd', vi: 'vie' },
};
