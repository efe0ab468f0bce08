import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { toldParagraphs } from './guide-state.ts';
import type { Turn } from './turn.ts';
import { fold, wordsOf } from './words/fold.ts';
import { isQuestion, pickExcerpt } from './words/sentences.ts';
import type { Goal, Pace } from './tour-speed.ts';
import type { ToldPassage } from './old/tour-state.ts';

/** The untold paragraph of a room that suits the visitor best; undefined where all are told. */
export function nextStop(turn: Turn, roomId: string, pace: Pace): ToldPassage | undefined {
  const { language } = turn.question;
  const documents = [...turn.index.documents.values()].filter((document) => document.roomId === roomId);
  const main = documents.find(({ id }) => id === roomId) ?? documents[0];
  const [best] = documents
    .flatMap((document) => {
      const told = toldParagraphs(turn.state, document.id);
      const worthOfPlace = (paragraph: number) => (document === main && paragraph === 0 ? introductionWorth : -paragraph * orderWorth);
      return document.paragraphs
        .map((text, paragraph) => ({
          document: document.id,
          paragraph,
          text,
          worth: worthOf(text, pace, language) + worthOfPlace(paragraph),
        }))
        .filter(({ paragraph }) => !told.includes(paragraph));
    })
    .sort((one, other) => other.worth - one.worth);
  return best && { document: best.document, paragraph: best.paragraph, language, sentences: stopSentences(best.text, pace) };
}

/** Where all else is equal, what a document says first is told first. */
const orderWorth = 0.01;
/** A room begins with what it is, unless a chosen artist is named elsewhere and here is not. */
const introductionWorth = 5;
const artistWorth = 6;

/** What the choice of a paragraph reads of it. */
interface Traits {
  words: ReadonlySet<string>;
  folded: string;
  averageLength: number;
  asks: boolean;
}

const known = new Map<string, Traits>();

/** Kept: every turn of every tour looks at the same paragraphs again. */
function traitsOf(text: string): Traits {
  const kept = known.get(text);
  if (kept) return kept;
  const sentences = splitSentences(text);
  const words = wordsOf(text);
  const traits = {
    words: new Set(words),
    folded: fold(text),
    averageLength: words.length / Math.max(1, sentences.length),
    asks: isQuestion(sentences[0] ?? ''),
  };
  known.set(text, traits);
  return traits;
}

function worthOf(text: string, { goals, artists, audience, style }: Pace, language: Language): number {
  const { words, folded, averageLength, asks } = traitsOf(text);
  const names = artists.some((artist) => words.has(artist)) ? artistWorth : 0;
  const suits = goals.filter((goal) => signs[goal][language].test(folded)).length;
  const isPlain = audience === 'kids' && averageLength <= plainLength;
  // Who wants to be told a story is not asked.
  return names + suits + (isPlain ? 0.5 : 0) - (style === 'telling' && asks ? 1 : 0);
}

// Matched against the folded paragraph.
const signs: Record<Goal, Record<Language, RegExp>> = {
  learn: { en: /\d{2,}|centur/, de: /\d{2,}|jahrhundert/, fr: /\d{2,}|siecle/ },
  relax: {
    en: /\b(light|candle|music|silen|quiet|garden|colou?r|blue|morning|night|sun|water|danc|glitter|smell|dream|gold)/,
    de: /(licht|kerze|musik|still|ruhe|garten|farbe|blau|morgen|nacht|sonne|wasser|tanz|glitzer|duft|traum|gold)/,
    fr: /\b(lumiere|bougie|chandelle|musique|silence|calme|jardin|couleur|bleu|matin|nuit|soleil|eau\b|dans(e|er)\b|scintill|parfum|reve|dor)/,
  },
  explore: {
    en: /\b(look|stand|find|see|hidden|behind|notice|step|crouch|scratched|discover)/,
    de: /\b(sehen sie|schauen|stellen sie|gehen sie|finde|versteck|hinter|entdeck|geritzt|erkenn)/,
    fr: /\b(regardez|cherchez|trouve|placez|cache|derriere|decouvr|observez|avancez|grave)/,
  },
  challenge: {
    en: /\b(why|mean|because|joke|but|not real|rival|secret|reason)/,
    de: /\b(warum|bedeut|heisst|weil|scherz|doch|nicht echt|geheim|grund)/,
    fr: /\b(pourquoi|signifi|parce|plaisanterie|mais|faux|secret|raison)/,
  },
};

/** The sentences of a paragraph that make a stop: its beginning, for children its plainest part. */
export function stopSentences(text: string, { sentences, audience }: Pace): string[] {
  const worth = audience === 'kids' ? plainness : () => 0;
  const told = splitSentences(pickExcerpt(text, sentences, worth));
  const all = splitSentences(text);
  const [lead = ''] = all;
  // On a tour nobody has asked the question a paragraph begins with.
  return isQuestion(lead) && told[0] === all[1] ? [lead, ...told] : told;
}

const plainLength = 14;
const longWord = 11;

/** Below 0; the nearer, the plainer: few words, and short ones. */
function plainness(sentence: string): number {
  const words = wordsOf(sentence);
  return -words.length - 3 * words.filter((word) => word.length >= longWord).length;
}
