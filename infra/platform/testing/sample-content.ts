import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import type { Content, KnowledgeDocument, MuseumContent } from '../content/content.ts';

export const mill = { museumId: 'a'.repeat(24), wheelId: '1'.repeat(24), loftId: '2'.repeat(24), assistantId: 'asst-wheel' };
export const harbour = { museumId: 'b'.repeat(24), lighthouseId: '3'.repeat(24), assistantId: 'asst-lighthouse' };

type Texts = Record<Language, [title: string, ...paragraphs: string[]]>;

const inLanguages = ({ en, de, fr, ...document }: Texts & Pick<KnowledgeDocument, 'id' | 'exhibitionId' | 'roomId'>): KnowledgeDocument[] =>
  Object.entries({ en, de, fr }).map(([language, [title, ...paragraphs]]) => ({
    ...document,
    ...{ language: language as Language, title, paragraphs },
  }));

const wheel = inLanguages({
  id: 'wheel',
  exhibitionId: mill.wheelId,
  en: [
    'wall text, Water Wheel',
    'The water wheel was built in 1788 by the carpenter Jonas Brook. It is made of oak. Its forty buckets hold six litres each. It turned day and night.',
    'Why does the wheel stand still in August? The brook runs dry in summer, and the miller went to the fair instead.',
    'The wheel squeaks because grease was expensive. Neighbours complained about it for sixty years.',
  ],
  de: [
    'Wandtext, Wasserrad',
    'Das Wasserrad baute 1788 der Zimmermann Jonas Brook. Es ist aus Eiche. Seine vierzig Schaufeln fassen je sechs Liter.',
    'Warum steht das Rad im August still? Im Sommer ist der Bach trocken, und der Müller fuhr lieber auf den Jahrmarkt.',
  ],
  fr: [
    'texte mural, roue à eau',
    'La roue à eau fut construite en 1788 par le charpentier Jonas Brook. Elle est en chêne. Ses quarante augets contiennent six litres chacun.',
    'Pourquoi la roue s’arrête-t-elle en août ? En été, le ruisseau est à sec, et le meunier préférait aller à la foire.',
  ],
});

const loft = inLanguages({
  id: 'loft',
  exhibitionId: mill.loftId,
  en: ['wall text, Loft', 'The loft stored grain in sacks. A cat named Ophelia guarded the grain against mice for nineteen years.'],
  de: [
    'Wandtext, Speicher',
    'Auf dem Speicher lag Korn in Säcken. Eine Katze namens Ophelia bewachte das Korn neunzehn Jahre lang vor Mäusen.',
  ],
  fr: [
    'texte mural, grenier',
    'Le grenier gardait le grain en sacs. Une chatte nommée Ophelia protégea le grain des souris pendant dix-neuf ans.',
  ],
});

const yard = inLanguages({
  id: 'yard',
  roomId: 'yard',
  en: [
    'panel, Yard',
    'In the yard carts were loaded with flour. The cobbles were laid in 1803.',
    'The well in the yard is thirty metres deep.',
  ],
  de: [
    'Tafel, Hof',
    'Im Hof wurden Karren mit Mehl beladen. Das Pflaster wurde 1803 gelegt.',
    'Der Brunnen im Hof ist dreißig Meter tief.',
  ],
  fr: [
    'panneau, cour',
    'Dans la cour, on chargeait les charrettes de farine. Les pavés datent de 1803.',
    'Le puits de la cour a trente mètres de profondeur.',
  ],
});

const kitchen = inLanguages({
  id: 'kitchen',
  roomId: 'kitchen',
  en: ['panel, Kitchen', 'The kitchen stove baked bread on Saturdays. Children were allowed to lick the spoon.'],
  de: ['Tafel, Küche', 'Im Küchenofen wurde samstags Brot gebacken. Kinder durften den Löffel ablecken.'],
  fr: ['panneau, cuisine', 'Le four de la cuisine cuisait le pain le samedi. Les enfants pouvaient lécher la cuillère.'],
});

const prompt = JSON.stringify({ en: 'You are the guide.' });
const assistantOf = (vapiId: string, exhibitionId: string) => ({ vapiId, prompt, firstMessage: prompt, exhibition_id: exhibitionId });

/** A mill with a tour of two rooms, and two exhibitions of which one has an assistant. */
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
  knowledge: inLanguages({
    id: 'lighthouse',
    exhibitionId: harbour.lighthouseId,
    en: ['panel, Lighthouse', 'The lighthouse has flashed every nine seconds since 1911. Its keeper knitted socks.'],
    de: ['Tafel, Leuchtturm', 'Der Leuchtturm blinkt seit 1911 alle neun Sekunden. Sein Wärter strickte Socken.'],
    fr: ['panneau, phare', 'Le phare clignote toutes les neuf secondes depuis 1911. Son gardien tricotait des chaussettes.'],
  }),
};

export const sampleContent: Content = { directory: '/nowhere', museums: [millContent, harbourContent] };
