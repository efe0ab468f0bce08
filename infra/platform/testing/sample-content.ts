import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import type { Content, KnowledgeDocument, MuseumContent } from '../content/content.ts';

export const mill = { museumId: 'a'.repeat(24), wheelId: '1'.repeat(24), loftId: '2'.repeat(24), assistantId: 'asst-wheel' };
export const harbour = { museumId: 'b'.repeat(24), lighthouseId: '3'.repeat(24), assistantId: 'asst-lighthouse' };

type Texts = Record<Language, { title: string; paragraphs: string[] }>;
type Location = Pick<KnowledgeDocument, 'exhibitionId' | 'roomId'>;

const inLanguages = (id: string, location: Location, texts: Texts): KnowledgeDocument[] =>
  (['en', 'de', 'fr'] as const).map((language) => ({ id, language, ...location, ...texts[language] }));

const wheel = inLanguages(
  'wheel',
  { exhibitionId: mill.wheelId },
  {
    en: {
      title: 'wall text, Water Wheel',
      paragraphs: [
        'The water wheel was built in 1788 by the carpenter Jonas Brook. It is made of oak. Its forty buckets hold six litres each. It turned day and night.',
        'Why does the wheel stand still in August? The brook runs dry in summer, and the miller went to the fair instead.',
        'The wheel squeaks because grease was expensive. Neighbours complained about it for sixty years.',
      ],
    },
    de: {
      title: 'Wandtext, Wasserrad',
      paragraphs: [
        'Das Wasserrad baute 1788 der Zimmermann Jonas Brook. Es ist aus Eiche. Seine vierzig Schaufeln fassen je sechs Liter.',
        'Warum steht das Rad im August still? Im Sommer ist der Bach trocken, und der Müller fuhr lieber auf den Jahrmarkt.',
      ],
    },
    fr: {
      title: 'texte mural, roue à eau',
      paragraphs: [
        'La roue à eau fut construite en 1788 par le charpentier Jonas Brook. Elle est en chêne. Ses quarante augets contiennent six litres chacun.',
        'Pourquoi la roue s’arrête-t-elle en août ? En été, le ruisseau est à sec, et le meunier préférait aller à la foire.',
      ],
    },
  },
);

const loft = inLanguages(
  'loft',
  { exhibitionId: mill.loftId },
  {
    en: {
      title: 'wall text, Loft',
      paragraphs: ['The loft stored grain in sacks. A cat named Ophelia guarded the grain against mice for nineteen years.'],
    },
    de: {
      title: 'Wandtext, Speicher',
      paragraphs: ['Auf dem Speicher lag Korn in Säcken. Eine Katze namens Ophelia bewachte das Korn neunzehn Jahre lang vor Mäusen.'],
    },
    fr: {
      title: 'texte mural, grenier',
      paragraphs: ['Le grenier gardait le grain en sacs. Une chatte nommée Ophelia protégea le grain des souris pendant dix-neuf ans.'],
    },
  },
);

const yard = inLanguages(
  'yard',
  { roomId: 'yard' },
  {
    en: {
      title: 'panel, Yard',
      paragraphs: [
        'In the yard carts were loaded with flour. The cobbles were laid in 1803.',
        'The well in the yard is thirty metres deep.',
      ],
    },
    de: {
      title: 'Tafel, Hof',
      paragraphs: ['Im Hof wurden Karren mit Mehl beladen. Das Pflaster wurde 1803 gelegt.', 'Der Brunnen im Hof ist dreißig Meter tief.'],
    },
    fr: {
      title: 'panneau, cour',
      paragraphs: [
        'Dans la cour, on chargeait les charrettes de farine. Les pavés datent de 1803.',
        'Le puits de la cour a trente mètres de profondeur.',
      ],
    },
  },
);

const kitchen = inLanguages(
  'kitchen',
  { roomId: 'kitchen' },
  {
    en: { title: 'panel, Kitchen', paragraphs: ['The kitchen stove baked bread on Saturdays. Children were allowed to lick the spoon.'] },
    de: { title: 'Tafel, Küche', paragraphs: ['Im Küchenofen wurde samstags Brot gebacken. Kinder durften den Löffel ablecken.'] },
    fr: {
      title: 'panneau, cuisine',
      paragraphs: ['Le four de la cuisine cuisait le pain le samedi. Les enfants pouvaient lécher la cuillère.'],
    },
  },
);

const prompt = JSON.stringify({ en: 'You are the guide.' });
const assistantOf = (vapiId: string, exhibitionId: string) => ({ vapiId, prompt, firstMessage: prompt, exhibition_id: exhibitionId });

/** A mill with a tour of two rooms and two exhibitions, of which one has an assistant. */
export const millContent: MuseumContent = {
  folder: 'mill',
  museum: museumSchema.parse({
    _id: mill.museumId,
    name: 'The Old Mill',
    exhibitions: [
      { _id: mill.wheelId, name: 'The Wheel' },
      { _id: mill.loftId, name: 'The Loft' },
    ],
  }),
  exhibitions: [
    {
      _id: mill.wheelId,
      name: 'The Wheel',
      pronunciations: [{ type: 'exact', key: 'Brook', value: 'Bruck' }],
      assistant: assistantOf(mill.assistantId, mill.wheelId),
    },
    { _id: mill.loftId, name: 'The Loft', pronunciations: [] },
  ],
  profile: profileFileSchema.parse({
    museum: mill.museumId,
    guideName: 'Clara',
    rooms: [
      { id: 'yard', name: { en: 'Yard', de: 'Hof', fr: 'Cour' } },
      { id: 'kitchen', name: { en: 'Kitchen', de: 'Küche', fr: 'Cuisine' } },
    ],
  }),
  knowledge: [...wheel, ...loft, ...yard, ...kitchen],
};

/** A second museum, so that tests can tell one museum's documents from another's. */
export const harbourContent: MuseumContent = {
  folder: 'harbour',
  museum: museumSchema.parse({
    _id: harbour.museumId,
    name: 'Harbour Museum',
    exhibitions: [{ _id: harbour.lighthouseId, name: 'The Lighthouse' }],
  }),
  exhibitions: [
    {
      _id: harbour.lighthouseId,
      name: 'The Lighthouse',
      pronunciations: [],
      assistant: assistantOf(harbour.assistantId, harbour.lighthouseId),
    },
  ],
  profile: profileFileSchema.parse({ museum: harbour.museumId }),
  knowledge: inLanguages(
    'lighthouse',
    { exhibitionId: harbour.lighthouseId },
    {
      en: {
        title: 'panel, Lighthouse',
        paragraphs: ['The lighthouse has flashed every nine seconds since 1911. Its keeper knitted socks.'],
      },
      de: { title: 'Tafel, Leuchtturm', paragraphs: ['Der Leuchtturm blinkt seit 1911 alle neun Sekunden. Sein Wärter strickte Socken.'] },
      fr: {
        title: 'panneau, phare',
        paragraphs: ['Le phare clignote toutes les neuf secondes depuis 1911. Son gardien tricotait des chaussettes.'],
      },
    },
  ),
};

export const sampleContent: Content = { directory: '/nowhere', museums: [millContent, harbourContent] };
