import type { Room } from '@enfilade/shared-contracts/api/schemas';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { profileRoom } from '@enfilade/shared-contracts/museum/profile-texts';
import type { Destination } from '@enfilade/shared-contracts/remote/screen-props';
import { pickValidAnswers } from '@enfilade/shared-contracts/visit/answer-rules';
import type { TailoringAnswers } from '@enfilade/shared-contracts/visit/answers';
import { pickMinutesLeft } from '@enfilade/shared-contracts/visit/minutes-left';
import { questionsFor } from '@enfilade/shared-contracts/visit/question';
import type { ExhibitionCard } from './cards.ts';
import type { TextKey } from './texts/texts.ts';

export interface Resume {
  /** The room the guide was in, else the exhibition. */
  name: string;
  note: { key: TextKey; values?: Record<string, number> };
  /** Minutes of the chosen time; absent before the visit, and after the time is over. */
  minutesLeft?: number | undefined;
  to: Destination;
}

export interface ResumeSource {
  cards: readonly ExhibitionCard[];
  profile: MuseumProfile;
  language: Language;
  wantsPremium: boolean;
  exhibitionId: string | undefined;
  answers: TailoringAnswers;
  room: Room | undefined;
  /** `now` and `startedAt` in ms of the clock. `startedAt` is undefined before the visit's screen has opened. */
  startedAt: number | undefined;
  now: number;
}

/** Undefined unless the visitor chose an exhibition of this museum before. `to` is the screen that an arrival would show. */
export function pickResume(source: ResumeSource): Resume | undefined {
  const { cards, profile, language, wantsPremium, exhibitionId } = source;
  const card = cards.find((candidate) => candidate.exhibitionId === exhibitionId);
  if (!card) return undefined;
  const offered = questionsFor({ profile, language, wantsPremium });
  const answers = pickValidAnswers(offered, source.answers);
  const openQuestions = offered.filter(({ id }) => !answers[id]).map(({ id }) => id);
  if (profile.entryScreen === 'text-chat') return { name: card.name, note: { key: 'resume.chat' }, to: { screen: 'chat' } };
  const [question] = openQuestions;
  if (question)
    return {
      name: card.name,
      note: { key: 'resume.questions', values: { count: openQuestions.length } },
      to: { screen: 'tailoring', question },
    };
  return { ...pickVisit(source, card), to: { screen: 'visit' } };
}

function pickVisit({ room, profile, language, answers, startedAt, now }: ResumeSource, card: ExhibitionCard): Omit<Resume, 'to'> {
  const minutesLeft = startedAt === undefined ? undefined : pickMinutesLeft({ answers, startedAt, now });
  if (!room) {
    const chosen = pickMinutesLeft({ answers, startedAt: now, now });
    const note = chosen ? ({ key: 'resume.minutes', values: { count: chosen } } as const) : ({ key: 'resume.visit' } as const);
    return { name: card.name, note, minutesLeft };
  }
  // The guide named the room in the language of the conversation. The profile has all languages, unless the guide counts other rooms.
  const { count } = room;
  const number = room.index + 1;
  const name = localize(profileRoom(profile, { number, count })?.name ?? room.name, language);
  return { name, note: { key: 'resume.room', values: { number, total: count } }, minutesLeft };
}
