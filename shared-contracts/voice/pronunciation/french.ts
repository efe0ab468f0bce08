import names from './french.json';
import { numeralRules, pairRules, type Rule, range, roman, yearRules } from './rules.ts';
import { createWriter, type Writer } from './terms.ts';

export const writer: Writer = createWriter(frenchRules);

const small =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(' ');
const tens = ['', '', 'vingt', 'trente', 'quarante', 'cinquante', 'soixante', 'soixante', 'quatre-vingt', 'quatre-vingt'];

/** 0 to 99; eighty without its s, as in years. */
function cardinal(value: number): string {
  if (value < 20) return small[value] ?? '';
  const [ten, one] = [tens[Math.floor(value / 10)] ?? '', value % (value >= 60 ? 20 : 10)];
  if (one === 0) return ten;
  const joined = (one === 1 || one === 11) && value < 80 ? ' et ' : '-';
  return `${ten}${joined}${small[one] ?? ''}`;
}

/** 1 to 99, masculine. */
function ordinal(value: number): string {
  if (value === 1) return 'premier';
  const stem = cardinal(value).replace(/e$/, '').replace(/cinq$/, 'cinqu').replace(/neuf$/, 'neuv');
  return `${stem}ième`;
}

/** 1100 to 2099. */
function year(value: number): string {
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

export function frenchRules(): Rule[] {
  return [
    ...rulerRules(names.rulers, { written: 'Ier', spoken: 'premier' }),
    // Queens have « première »: Élisabeth Ire.
    ...rulerRules(names.queens, { written: 'Ire', spoken: 'première' }),
    ...centuryRules(),
    ...yearRules(year),
    ...numeralRules(names.counted, cardinal),
    // French names need no rule.
    ...pairRules(names.foreignSounds),
  ];
}

/** The first has an ordinal number, the others a cardinal number: Henri premier, Henri quatre. */
function rulerRules(highestNumbers: Readonly<Record<string, number>>, first: { written: string; spoken: string }): Rule[] {
  return Object.entries(highestNumbers).flatMap(([name, highest]) => [
    { written: `${name} ${first.written}`, spoken: `${name} ${first.spoken}` },
    { written: `${name} I`, spoken: `${name} ${first.spoken}`, isOneWay: true },
    ...range(2, highest).map((value) => ({ written: `${name} ${roman(value)}`, spoken: `${name} ${cardinal(value)}` })),
  ]);
}

const usual = (value: number) => (value === 1 ? 'Ier' : `${roman(value)}e`);

function centuryRules(): Rule[] {
  return range(1, 21).flatMap((value): Rule[] => {
    const spoken = ordinal(value);
    const others = [value === 1 ? '1er' : `${value}e`, value === 1 ? 'Iᵉʳ' : `${roman(value)}ᵉ`, `${roman(value)}ème`];
    return [
      ...['siècle', 'siècles'].map((word) => ({ written: `${usual(value)} ${word}`, spoken: `${spoken} ${word}` })),
      ...others.map((written) => ({ written: `${written} siècle`, spoken: `${spoken} siècle`, isOneWay: true })),
      ...[usual(value), ...others].map((written) => ({
        written: `${written} s.`,
        spoken: `${spoken} siècle`,
        isOneWay: true,
        sharesStop: true,
      })),
      // « aux XVIIe et XVIIIe siècles »
      { written: usual(value), spoken, isOneWay: true },
    ];
  });
}
