import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import type { GuideAnswer } from './guide-state.ts';
import { lookUp } from './look-up.ts';
import { type PhraseId, phrase } from './phrases.ts';
import { excerptOf } from './quotes.ts';
import type { Turn } from './turn.ts';
import {
  type Act,
  begin,
  goBack,
  goTo,
  moveOn,
  offerToGoOn,
  resume,
  sayAfterwards,
  sayGoodbye,
  skipRest,
  stay,
  tellAgain,
  tellLeftover,
  tellMore,
  tellWhere,
} from './tour-actions.ts';
import { readWish } from './old/read-wish.ts';
import { tellPassage, tellStop } from './old/tell-stop.ts';
import type { TourPhase } from './old/tour-state.ts';
import { createWalk, finishWalk, type Walk } from './tour-path.ts';
import type { WishKind } from './old/wishes/wish.ts';

const always = { where: tellWhere, again: tellAgain, back: goBack, stop: sayGoodbye };

/** What each wish does in each phase of the tour. */
const acts: Record<TourPhase, Record<WishKind, Act>> = {
  waiting: { ...always, back: begin, begin, yes: begin, next: begin, 'next-room': begin, more: begin, filler: begin, no: stay },
  telling: {
    ...always,
    ...{ begin: tellStop, yes: tellStop, next: tellStop, more: tellStop, filler: tellStop },
    'next-room': moveOn,
    no: skipRest,
  },
  leaving: {
    ...always,
    ...{ begin: moveOn, yes: moveOn, next: moveOn, 'next-room': moveOn },
    more: tellMore,
    filler: offerToGoOn,
    no: stay,
  },
  stopped: {
    ...always,
    ...{ begin: resume, next: resume, 'next-room': resume, more: tellLeftover },
    ...{ yes: sayAfterwards, no: sayAfterwards, filler: sayAfterwards, stop: sayAfterwards },
  },
  complete: {
    ...always,
    ...{ begin, next: sayAfterwards, 'next-room': sayAfterwards, more: tellLeftover },
    ...{ yes: sayAfterwards, no: sayAfterwards, filler: sayAfterwards, stop: sayAfterwards },
  },
};

/** One answer of a museum's guided tour: a step of the way, or an answer that keeps the place. */
export function answerOnTour(turn: Turn): GuideAnswer {
  const walk = createWalk(turn);
  const wish = readWish(turn);
  if (!wish) answerQuestion(walk);
  else if ('room' in wish) goTo(wish.room)(walk);
  else acts[walk.tour.phase][wish.kind](walk);
  return finishWalk(walk);
}

function answerQuestion(walk: Walk): void {
  const { turn } = walk;
  const found = lookUp(turn);
  if ('phrase' in found) {
    reply(walk, found.phrase);
    return;
  }
  const { document, paragraph } = found.passage;
  tellPassage(walk, { document: document.id, paragraph, language: turn.question.language, sentences: excerptOf(turn, found.passage) });
  offerToGoOn(walk);
}

function reply(walk: Walk, id: PhraseId): void {
  if (id === 'goodbye') sayGoodbye(walk);
  else if (id === 'greeting' && walk.tour.phase === 'waiting') begin(walk);
  else {
    if (id === 'unknown' || id === 'exhausted' || id === 'thanks' || id === 'greeting') walk.speech.say(id);
    else walk.speech.tell(splitSentences(ownWords(walk, id)));
    offerToGoOn(walk);
  }
}

function ownWords({ turn: { content, question } }: Walk, id: PhraseId): string {
  const names = { name: localize(content.profile.guideName, question.language), museum: content.museum.name };
  return phrase(id, question.language, names);
}
