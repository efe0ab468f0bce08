import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { wordsOf } from '@enfilade/shared-contracts/kit/fold';
import { tourActionOf } from '@enfilade/shared-contracts/museum/tour-words';
import type { GuideTurn } from './guide-state.ts';
import { byLanguage, languageData, type TourPhraseKind, wordSetOf } from './language/language-data.ts';
import { areFillers, formsOf, looseSayingsIn, readSayings, sayingIn, withoutPads, wordsOfSayings } from './language/sayings.ts';
import { messageWords } from './look-up.ts';
import { stem } from './words/stem.ts';
import { topicWords, wordLists } from './words/word-lists.ts';

export type IntentKind = TourPhraseKind | 'filler';

export type TourIntent = { kind: IntentKind } | { room: number };

export function readIntent(turn: GuideTurn): TourIntent | undefined {
  const { language } = turn.question;
  const words = messageWords(turn);
  const kind = pickIntent(words, language);
  if (kind) return { kind };
  const named = nameRoom(words, turn);
  if (!named) {
    const sign = signIn(words, turn);
    return sign && { kind: sign };
  }
  const intent = pickIntent(named.words, language);
  return intent === 'next-room' || intent === 'back' ? { room: named.room } : undefined;
}

/** The intent of a longer message without a topic of the museum's texts: "I've seen enough of this one, what's next". */
function signIn(words: readonly string[], { index, question: { language } }: GuideTurn): IntentKind | undefined {
  if (words.length > longestIntent) return undefined;
  const { sayings, about } = tours[language];
  if (topicWords(words, language).some((word) => !about.has(word) && index.vocabulary.has(stem(word, language)))) return undefined;
  const asks = (others: readonly string[]) => others.some((word) => wordLists[language].asking.has(word));
  return looseSayingsIn(words, sayings).find(({ others }) => !asks(others))?.kind;
}

/** The words with a room's name replaced by the word for a room, and the room's position. The longest name wins. */
function nameRoom(words: readonly string[], { content, question }: GuideTurn): { words: string[]; room: number } | undefined {
  const stems = words.map((word) => stem(word, question.language));
  const names = content.profile.rooms
    .map(({ name }, room) => ({ room, name: wordsOf(localize(name, question.language)).map((word) => stem(word, question.language)) }))
    .sort((a, b) => b.name.length - a.name.length);
  for (const { room, name } of names) {
    const at = stems.findIndex((_, start) => name.every((part, offset) => stems[start + offset] === part));
    if (at < 0) continue;
    const word = languageData[question.language].said.room;
    // "In den Raum Großer Salon" names the room twice.
    const before = words.slice(0, words[at - 1] === word ? at - 1 : at);
    return { words: [...before, word, ...words.slice(at + name.length)], room };
  }
  return undefined;
}

const tours = byLanguage((language) => {
  const { tour, about } = languageData[language].said;
  const sayings = readSayings(tour);
  return { sayings, strict: sayings.filter(({ isLoose }) => !isLoose), about: wordSetOf([...about, ...wordsOfSayings(tour)]) };
});

const longestIntent = 14;

/**
 * Undefined for a question or small talk. Tries the visitor's language first, then the others, so that "yes" works in every visit.
 * @param words folded, without the guide's name; a room's name already replaced by the word for a room
 */
export function pickIntent(words: readonly string[], language: Language): IntentKind | undefined {
  if (words.length === 0) return 'filler';
  const action = tourActionOf(words.join(' '));
  if (action) return action;
  if (words.length > longestIntent) return undefined;
  for (const each of [language, ...languages.filter((other) => other !== language)]) {
    if (areFillers(words, each)) return 'filler';
    const intent = sayingIn(formsOf(words, each), tours[each].strict) ?? behindYesOrNo(words, each);
    if (intent) return intent;
  }
  return undefined;
}

/** "Yes, let's go on", "no, stop": the second part gives the meaning. */
function behindYesOrNo(words: readonly string[], language: Language): IntentKind | undefined {
  const { strict } = tours[language];
  for (let length = Math.min(3, words.length - 1); length >= 1; length -= 1) {
    const head = sayingIn([words.slice(0, length)], strict);
    if (head !== 'yes' && head !== 'no') continue;
    const rest = withoutPads(words.slice(length), language);
    const meant = sayingIn(formsOf(rest, language), strict);
    // "No, all right": it is still no.
    return rest.length === 0 || (head === 'no' && meant === 'yes') ? head : meant;
  }
  return undefined;
}
