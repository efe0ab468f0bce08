const small = [
  ...'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn'.split(' '),
  ...['achtzehn', 'neunzehn'],
];
const tens = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];
const irregular: Record<string, string> = { eins: 'erst', drei: 'dritt', sieben: 'siebt', acht: 'acht' };

/** 0 to 99. */
export function cardinal(value: number): string {
  if (value < 20) return small[value] ?? '';
  const [ten, one] = [tens[Math.floor(value / 10)] ?? '', value % 10];
  if (one === 0) return ten;
  return `${one === 1 ? 'ein' : small[one]}und${ten}`;
}

/** 1 to 99 without ending: "erst", "vierzehnt", "zwanzigst". */
export function ordinalStem(value: number): string {
  const word = cardinal(value);
  return irregular[word] ?? `${word}${value < 20 ? 't' : 'st'}`;
}

/** 1100 to 2099, as years are read. */
export function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  const start = century === 20 ? 'zweitausend' : `${cardinal(century)}hundert`;
  return rest === 0 ? start : start + cardinal(rest);
}
