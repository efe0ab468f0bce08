import { createWriter, type Writer } from './create-writer.ts';
import { numeralRules, pairRules, type Rule, range, roman } from './rules.ts';

export const germanWriter: Writer = createWriter(germanRules);

const withDative = wordSet(
  'an am aus außer bei beim dank gegenüber hinter mit nach neben samt seit trotz unter von vom vor zu zum zur zwischen',
);
const withAccusative = wordSet('durch für gegen ohne um über');
const withWeakNominative = wordSet('das dieses jenes jedes ins ans aufs durchs fürs übers ums');

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.toLowerCase().split(' '));
}

/** The word before, in lower case; undefined across a comma or a full stop. */
function wordBefore(text: string): string | undefined {
  return /([\p{L}\p{M}]+)\s+$/u.exec(text)?.[1]?.toLowerCase();
}

/** Only the very word before counts: a title takes the case on itself ("unter König Ludwig XIV."). */
const governsDative = (before: string): boolean => isIn(withDative, before);
const governsAccusative = (before: string): boolean => isIn(withAccusative, before);

/** "das achtzehnte Jahrhundert", while it is "im achtzehnten Jahrhundert". */
const governsWeakNominative = (before: string): boolean => isIn(withWeakNominative, before);

function isIn(words: ReadonlySet<string>, before: string): boolean {
  const word = wordBefore(before);
  return word !== undefined && words.has(word);
}

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

/** 1100 to 2099, as years are read. */
function year(value: number): string {
  const [century, rest] = [Math.floor(value / 100), value % 100];
  const start = century === 20 ? 'zweitausend' : `${cardinal(century)}hundert`;
  return rest === 0 ? start : start + cardinal(rest);
}

/** Rulers and popes, with the highest number that one of the name bore. */
const rulers: Readonly<Record<string, number>> = {
  Albrecht: 5,
  Alexander: 8,
  Amenophis: 4,
  August: 3,
  Benedikt: 16,
  Christian: 10,
  Clemens: 14,
  Cosimo: 3,
  Eduard: 8,
  Ferdinand: 7,
  Franz: 2,
  Friedrich: 9,
  'Friedrich August': 3,
  'Friedrich Wilhelm': 4,
  Georg: 6,
  Gregor: 16,
  Gustav: 6,
  'Gustav Adolf': 6,
  Heinrich: 8,
  Innozenz: 13,
  Jakob: 7,
  Johann: 23,
  Johannes: 23,
  Joseph: 2,
  Julius: 3,
  Karl: 16,
  Konrad: 4,
  Leo: 14,
  Leopold: 3,
  Louis: 18,
  Ludwig: 18,
  Maximilian: 3,
  Napoleon: 3,
  Nikolaus: 5,
  Otto: 4,
  Paul: 6,
  Peter: 3,
  Philipp: 6,
  Pius: 12,
  Ptolemaios: 15,
  Ramses: 11,
  Richard: 3,
  Rudolf: 2,
  Sixtus: 5,
  Thutmosis: 4,
  Urban: 8,
  'Viktor Emanuel': 3,
  Wilhelm: 4,
};

const queens: Readonly<Record<string, number>> = { Elisabeth: 2, Isabella: 2, Katharina: 2, Maria: 2 };

/** Artists, places and terms with French and Italian sounds. */
const foreignSounds: Readonly<Record<string, string>> = {
  Botticelli: 'Bottitschelli',
  Boucher: 'Buscheh',
  Brunelleschi: 'Brunelleski',
  Canaletto: 'Kanaletto',
  Caravaggio: 'Karawaddscho',
  Cézanne: 'Sehsann',
  Chardin: 'Schardäng',
  Delacroix: 'Delakroa',
  Degas: 'Dögah',
  Fontainebleau: 'Fongtenbloh',
  Fragonard: 'Fragonahr',
  Gauguin: 'Gogäng',
  Ghiberti: 'Giberti',
  Ghirlandaio: 'Girlandajo',
  Giorgione: 'Dschordschohne',
  Giotto: 'Dschotto',
  Guercino: 'Gwertschino',
  Ingres: 'Ängger',
  Louvre: 'Luhwer',
  Manet: 'Manneh',
  Michelangelo: 'Mikelandschelo',
  Monet: 'Monneh',
  Montmartre: 'Mongmartr',
  Orsay: 'Orsäh',
  Palazzo: 'Palatzo',
  Piazza: 'Piatza',
  Poussin: 'Pussäng',
  Renoir: 'Renoahr',
  Rodin: 'Rodäng',
  Tiepolo: 'Tjehpolo',
  Tuilerien: 'Tüilerien',
  Uffizien: 'Uffitzien',
  Veronese: 'Weronehse',
  Verrocchio: 'Werrockio',
  Versailles: 'Wersaij',
  Watteau: 'Wattoh',
  Boiserie: 'Boaserie',
  Chiaroscuro: 'Kjaroskuro',
  Intaglio: 'Intaljo',
  Scagliola: 'Skaljola',
  'Trompe-l’œil': 'Tromp löj',
};

/** Words after which a single letter is a numeral too. */
const counted = ['Akt', 'Band', 'Buch', 'Kapitel', 'Raum', 'Saal', 'Salon', 'Tafel', 'Teil'];

interface Cases {
  nominative: string;
  genitive: string;
  dative: string;
  accusative: string;
}

export function germanRules(): Rule[] {
  return [
    ...rulerRules(rulers, (stem) => ({
      nominative: `der ${stem}e`,
      genitive: `des ${stem}en`,
      dative: `dem ${stem}en`,
      accusative: `den ${stem}en`,
    })),
    ...rulerRules(queens, (stem) => ({
      nominative: `die ${stem}e`,
      genitive: `der ${stem}en`,
      dative: `der ${stem}en`,
      accusative: `die ${stem}e`,
    })),
    ...centuryRules(),
    ...yearRules(),
    ...numeralRules(counted, cardinal),
    ...pairRules(foreignSounds),
  ];
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const hasGenitive = (name: string) => !/[sxz]$/.test(name);

function rulerRules(names: Readonly<Record<string, number>>, decline: (stem: string) => Cases): Rule[] {
  return Object.entries(names).flatMap(([name, highest]) =>
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

/** The numeral has its full stop; many leave it out. */
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

function yearRules(): Rule[] {
  const years = [...range(1100, 1999), ...range(2001, 2099)].map((value) => ({ written: String(value), spoken: year(value) }));
  const decades = range(130, 199).map((tens) => ({ written: `${tens}0er`, spoken: `${year(tens * 10)}er` }));
  return [...years, ...decades];
}
