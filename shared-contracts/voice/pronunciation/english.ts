import names from './english.json';
import { capitalised, numeralRules, pairRules, type Rule, range, roman, yearRules } from './rules.ts';
import { createWriter, type Writer } from './terms.ts';

export const writer: Writer = createWriter(englishRules);

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const irregular: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** 0 to 99. */
function cardinal(value: number): string {
  const ten = tens[Math.floor(value / 10)] ?? '';
  const one = small[value % 10] ?? '';
  if (value < 20) return small[value] ?? '';
  return value % 10 === 0 ? ten : `${ten}-${one}`;
}

/** 1 to 99. */
function ordinal(value: number): string {
  const [last = '', ...before] = cardinal(value).split('-').reverse();
  return [...before, irregular[last] ?? `${last.replace(/y$/, 'ie')}th`].join('-');
}

/** 1100 to 2099, as English reads years. */
function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  if (century === 20 && rest < 10) return rest === 0 ? 'two thousand' : `two thousand and ${cardinal(rest)}`;
  if (rest === 0) return `${cardinal(century)} hundred`;
  return `${cardinal(century)} ${rest < 10 ? 'oh ' : ''}${cardinal(rest)}`;
}

/** The decade from 1740: “seventeen forties”. */
function decade(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  const word = rest === 0 ? 'hundreds' : `${cardinal(rest).replace(/y$/, 'ie')}s`;
  return `${cardinal(century)} ${word}`;
}

export function englishRules(): Rule[] {
  return [
    ...rulerRules(),
    ...centuryRules(),
    ...allYearRules(),
    ...numeralRules(names.counted, cardinal),
    ...pairRules(names.foreignSounds),
  ];
}

/** The highest number of each name. */
function rulerRules(): Rule[] {
  return Object.entries(names.rulers).flatMap(([name, highest]) =>
    range(1, highest).map((value) => ({ written: `${name} ${roman(value)}`, spoken: `${name} the ${capitalised(ordinal(value))}` })),
  );
}

function suffixed(value: number): string {
  if (value >= 11 && value <= 13) return `${value}th`;
  return `${value}${{ 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th'}`;
}

function centuryRules(): Rule[] {
  return range(1, 21).flatMap((value): Rule[] => {
    const [written, spoken] = [suffixed(value), ordinal(value)];
    const abbreviation = { spoken: `${spoken} century`, isOneWay: true };
    return [
      ...['century', 'centuries', 'Century'].map((word) => ({ written: `${written} ${word}`, spoken: `${spoken} ${word}` })),
      { written: `${written}-century`, spoken: `${spoken}-century` },
      { written: `${written} c.`, sharesStop: true, ...abbreviation },
      { written: `${written} cent.`, sharesStop: true, ...abbreviation },
      { written: `${roman(value)} century`, ...abbreviation },
      { written: `${roman(value)}th century`, ...abbreviation },
    ];
  });
}

/** "At twelve fifteen" is a time of day. */
const canBeTime = (value: number) => value < 1300 && value % 100 < 60;
const isNotAfterAt = (before: string) => !/(?:^|\s)at\s+$/i.test(before);
const apartFromTimes = { fits: isNotAfterAt, fitsHeard: isNotAfterAt };

const allYearRules = (): Rule[] => [
  ...yearRules(year).map((rule) => (canBeTime(Number(rule.written)) ? { ...rule, ...apartFromTimes } : rule)),
  ...range(130, 199).map((tens) => ({ written: `${tens}0s`, spoken: decade(tens * 10) })),
];
