import { createWriter, type Writer } from './create-writer.ts';
import { numeralRules, pairRules, type Rule, range, roman } from './rules.ts';

export const frenchWriter: Writer = createWriter(frenchRules);

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

/** Rulers and popes, with the highest number that one of the name bore. */
const rulers: Readonly<Record<string, number>> = {
  Alexandre: 8,
  Aménophis: 4,
  Benoît: 16,
  Charles: 10,
  Christian: 10,
  Clément: 14,
  Cosme: 3,
  Édouard: 8,
  Ferdinand: 7,
  François: 2,
  Frédéric: 9,
  'Frédéric-Guillaume': 4,
  Georges: 6,
  Grégoire: 16,
  Guillaume: 4,
  Gustave: 6,
  Henri: 8,
  Innocent: 13,
  Jacques: 7,
  Jean: 23,
  Joseph: 2,
  Jules: 3,
  Léon: 14,
  Léopold: 3,
  Louis: 18,
  'Louis-Philippe': 1,
  Maximilien: 3,
  Napoléon: 3,
  Nicolas: 5,
  Othon: 4,
  Paul: 6,
  Philippe: 6,
  Pie: 12,
  Pierre: 3,
  Ptolémée: 15,
  Ramsès: 11,
  Richard: 3,
  Rodolphe: 2,
  Sixte: 5,
  Thoutmosis: 4,
  Urbain: 8,
  'Victor-Emmanuel': 3,
};

/** Theirs is « première » : Élisabeth Ire. */
const queens: Readonly<Record<string, number>> = { Catherine: 2, Élisabeth: 2, Isabelle: 2, Marie: 2 };

/** Artists, places and terms with Italian sounds; French ones need nothing here. */
const foreignSounds: Readonly<Record<string, string>> = {
  Botticelli: 'Bottitchelli',
  Brunelleschi: 'Brounelleski',
  'Ca’ d’Oro': 'Ka dorò',
  Correggio: 'Corrédjo',
  Duccio: 'Doutcho',
  Ghiberti: 'Guiberti',
  Ghirlandaio: 'Guirlandaïo',
  Giorgione: 'Djordjoné',
  Giotto: 'Djotto',
  Guercino: 'Gouertchino',
  Murano: 'Mourano',
  Palazzo: 'Palatso',
  palazzo: 'palatso',
  Piazza: 'Piatsa',
  Piranesi: 'Piranézi',
  Tiepolo: 'Tiépolo',
  Uffizi: 'Ouffidzi',
  Verrocchio: 'Verrokio',
  chiaroscuro: 'kiaroscouro',
  intaglio: 'intalio',
  'piano nobile': 'piano nobilé',
  putti: 'poutti',
  scagliola: 'scaliola',
  sfumato: 'sfoumato',
  vedute: 'védouté',
};

/** Words after which a single letter is a numeral too. */
const counted = ['acte', 'Acte', 'chapitre', 'Chapitre', 'livre', 'Livre', 'planche', 'salle', 'Salle', 'salon', 'Salon', 'tome', 'Tome'];

export function frenchRules(): Rule[] {
  return [
    ...rulerRules(rulers, { written: 'Ier', spoken: 'premier' }),
    ...rulerRules(queens, { written: 'Ire', spoken: 'première' }),
    ...centuryRules(),
    ...yearRules(),
    ...numeralRules(counted, cardinal),
    ...pairRules(foreignSounds),
  ];
}

/** The first is counted, the others only numbered: Henri premier, Henri quatre. */
function rulerRules(names: Readonly<Record<string, number>>, first: { written: string; spoken: string }): Rule[] {
  return Object.entries(names).flatMap(([name, highest]) => [
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

/** 2000 is a number like any other. */
function yearRules(): Rule[] {
  return [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({ written: String(value), spoken: year(value) }));
}
