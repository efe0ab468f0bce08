import names from './german.json';
import { capitalised, numeralRules, pairRules, type Rule, range, roman, yearRules } from './rules.ts';
import { createWriter, type Writer } from './terms.ts';

export const writer: Writer = createWriter(germanRules);

/** Only the word directly before counts, without a comma: a title carries the case itself ("unter König Ludwig XIV."). */
function isAfterOneOf(words: string): (before: string) => boolean {
  const all = new Set(words.split(' '));
  return (before) => all.has(/([\p{L}\p{M}]+)\s+$/u.exec(before)?.[1]?.toLowerCase() ?? '');
}

const governsDative = isAfterOneOf(
  'an am aus außer bei beim dank gegenüber hinter mit nach neben samt seit trotz unter von vom vor zu zum zur zwischen',
);
const governsAccusative = isAfterOneOf('durch für gegen ohne um über');
/** "das achtzehnte Jahrhundert", while it is "im achtzehnten Jahrhundert". */
const governsWeakNominative = isAfterOneOf('das dieses jenes jedes ins ans aufs durchs fürs übers ums');

const small = [
  ...'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn'.split(' '),
  ...['achtzehn', 'neunzehn'],
];
const tens = ['', '', 'zwanzig', 'dreißig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];
const irregular: Record<string, string> = { eins: 'erst', drei: 'dritt', sieben: 'siebt', acht: 'acht' };

/** 0 to 99. */
function cardinal(value: number): string {
  if (value < 20) return small[value] ?? '';
  const [ten, one] = [tens[Math.floor(value / 10)] ?? '', value % 10];
  if (one === 0) return ten;
  return `${one === 1 ? 'ein' : small[one]}und${ten}`;
}

/** 1 to 99 without ending: "erst", "vierzehnt", "zwanzigst". */
function ordinalStem(value: number): string {
  const word = cardinal(value);
  return irregular[word] ?? `${word}${value < 20 ? 't' : 'st'}`;
}

/** 1100 to 2099, as German reads years. */
function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  const start = century === 20 ? 'zweitausend' : `${cardinal(century)}hundert`;
  return rest === 0 ? start : start + cardinal(rest);
}

interface Cases {
  nominative: string;
  genitive: string;
  dative: string;
  accusative: string;
}

export function germanRules(): Rule[] {
  return [
    ...rulerRules(names.rulers, (stem) => ({
      nominative: `der ${stem}e`,
      genitive: `des ${stem}en`,
      dative: `dem ${stem}en`,
      accusative: `den ${stem}en`,
    })),
    ...rulerRules(names.queens, (stem) => ({
      nominative: `die ${stem}e`,
      genitive: `der ${stem}en`,
      dative: `der ${stem}en`,
      accusative: `die ${stem}e`,
    })),
    ...centuryRules(),
    ...yearRules(year),
    ...decadeRules(),
    ...numeralRules(names.counted, cardinal),
    ...pairRules(names.foreignSounds),
  ];
}

const hasGenitive = (name: string) => !/[sxz]$/.test(name);

function rulerRules(highestNumbers: Readonly<Record<string, number>>, decline: (stem: string) => Cases): Rule[] {
  return Object.entries(highestNumbers).flatMap(([name, highest]) =>
    range(1, highest).flatMap((value) => {
      const { nominative, genitive, dative, accusative } = decline(capitalised(ordinalStem(value)));
      return [
        ...numbered(name, value, { spoken: dative, fits: governsDative }),
        ...numbered(name, value, { spoken: accusative, fits: governsAccusative }),
        ...numbered(name, value, { spoken: nominative }),
        ...(hasGenitive(name) ? numbered(`${name}s`, value, { spoken: genitive }) : []),
      ];
    }),
  );
}

/** Many texts omit the full stop. */
function numbered(name: string, value: number, { spoken, ...rest }: Omit<Rule, 'written'>): Rule[] {
  const bare = { written: `${name} ${roman(value)}`, spoken: `${name} ${spoken}`, ...rest };
  return [
    { ...bare, written: `${bare.written}.`, sharesStop: true },
    { ...bare, isOneWay: true },
  ];
}

function centuryRules(): Rule[] {
  return range(1, 21).flatMap((value): Rule[] => {
    const stem = ordinalStem(value);
    const weak = { spoken: `${stem}e Jahrhundert`, fits: governsWeakNominative };
    const strong = { spoken: `${stem}en Jahrhundert` };
    const short = ['Jh.', 'Jhd.', 'Jhdt.'].map((word) => ({ written: `${value}. ${word}`, sharesStop: true, isOneWay: true }));
    const romanForm = { written: `${roman(value)}. Jahrhundert`, isOneWay: true };
    return [weak, strong]
      .flatMap((forms): Rule[] => [
        { written: `${value}. Jahrhundert`, ...forms },
        { ...romanForm, ...forms },
        ...short.map((rule) => ({ ...rule, ...forms })),
      ])
      .concat({ written: `${value}. Jahrhunderts`, spoken: `${stem}en Jahrhunderts` });
  });
}

const decadeRules = (): Rule[] => range(130, 199).map((tens) => ({ written: `${tens}0er`, spoken: `${year(tens * 10)}er` }));
