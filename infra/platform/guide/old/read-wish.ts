import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { messageWords } from '../look-up.ts';
import type { Turn } from '../turn.ts';
import { wordsOf } from '../words/fold.ts';
import { stem } from '../words/stem.ts';
import { pickWish } from '../tour-intents.ts';
import type { WishKind } from './wishes/wish.ts';

/** A wish to do with the tour, or with the room that was named. */
export type TourWish = { kind: WishKind } | { room: number };

/** What the message asks of the tour; undefined where it is a question or small talk. */
export function readWish(turn: Turn): TourWish | undefined {
  const { language } = turn.question;
  const words = messageWords(turn);
  const kind = pickWish(words, language);
  if (kind) return { kind };
  const named = nameRoom(words, turn);
  if (!named) return undefined;
  const wish = pickWish(named.words, language);
  return wish === 'next-room' || wish === 'back' ? { room: named.room } : undefined;
}

const roomWords: Record<Language, string> = { en: 'room', de: 'raum', fr: 'salle' };

/** The words with a room's name replaced by the language's word for a room, and which room that is; the longest name counts. */
function nameRoom(words: readonly string[], { content, question }: Turn): { words: string[]; room: number } | undefined {
  const stems = words.map((word) => stem(word, question.language));
  const names = content.profile.rooms
    .map(({ name }, room) => ({ room, name: wordsOf(localize(name, question.language)).map((word) => stem(word, question.language)) }))
    .sort((one, other) => other.name.length - one.name.length);
  for (const { room, name } of names) {
    const at = stems.findIndex((_, start) => name.every((part, offset) => stems[start + offset] === part));
    if (at >= 0) return { words: [...words.slice(0, at), roomWords[question.language], ...words.slice(at + name.length)], room };
  }
  return undefined;
}
