const small =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(' ');
const tens = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'soixante', 'quatre-vingt', 'quatre-vingt'];

/** 0 to 99; eighty without its s, as in years. */
export function cardinal(value: number): string {
  if (value < 20) return small[value] ?? '';
  const [ten, one] = [tens[Math.floor(value / 10)] ?? '', value % (value >= 60 ? 20 : 10)];
  if (one === 0) return ten;
  const joined = (one === 1 || one === 11) && value < 80 ? ' et ' : '-';
  return `${ten}${joined}${small[one] ?? ''}`;
}

/** 1 to 99, masculine. */
export function ordinal(value: number): string {
  if (value === 1) return 'premier';
  const stem = cardinal(value).replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv');
  return `${stem}ième`;
}

/** 1100 to 2099. */
export function year(value: number): string {
  const [thousands, hundreds, rest] = [Math.floor(value / 1000), Math.floor(value / 100) % 10, value % 100];
  return [
    thousands > 1 ? small[thousands] : '',
    'mille',
    hundreds > 1 ? small[hundreds] : '',
    hundreds > 0 ? 'cent' : '',
    rest > 0 ? cardinal(rest) : '',
  ]
    .filter(Boolean)
    .join(' ');
}
