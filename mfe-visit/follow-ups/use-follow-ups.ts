import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { QuestionsRequest } from '@enfilade/shared-contracts/api/schemas';
import { pickProgress } from '@enfilade/shared-contracts/conversation/progress';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ChangeNotes } from '../ui-state/use-visit-ui-state.ts';
import type { VisitNotes } from '../ui-state/visit-ui-state.ts';
import { lastLines, pickOffer, type Round, rememberAsked, turnToFollow } from './follow-ups.ts';

/** A visitor who reads the answer waits no longer than this for what to ask next; then the museum's own questions serve. */
const roundLimitMs = 4000;

interface FollowUpOptions {
  language: Language;
  notes: VisitNotes;
  changeNotes: ChangeNotes;
  /** False when nothing was sent. */
  ask(question: string): boolean;
}

/** The questions under the guide's last words, ready to press. */
export function useFollowUps(props: ScreenProps, { language, notes, changeNotes, ask }: FollowUpOptions) {
  const talk = useStore(props.conversation.store, (all) => all);
  const progress = pickProgress(talk);
  const [round, setRound] = useState<Round>();
  const [usedAfter, setUsedAfter] = useState<number>();
  const turn = turnToFollow(talk, progress);

  const readRequest = useEffectEvent(() => pickRequest(props, language, notes.asked));
  const keep = useEffectEvent((made: Round) => {
    setRound(made);
    changeNotes(({ asked }) => ({ asked: rememberAsked(asked, made.questions) }));
  });
  const { api, clock } = props;
  useEffect(() => {
    const request = readRequest();
    if (turn === undefined || !request) return;
    return makeRound({ api, clock, request }, (questions) => keep({ turn, language, questions }));
  }, [turn, language, api, clock]);

  const offer = pickOffer({ talk, progress, language, round, usedAfter });
  const fixed = props.profile.quickQuestions.map((question) => localize(question, language));
  return {
    isFirst: offer.after === 0,
    questions: { none: [], fixed, generated: round?.questions ?? [] }[offer.kind],
    use(question: string) {
      if (!ask(question)) return;
      setUsedAfter(offer.after);
      changeNotes(({ asked }) => ({ asked: rememberAsked(asked, [question]) }));
    },
  };
}

function pickRequest({ session, conversation, museum, exhibition }: ScreenProps, language: Language, asked: readonly string[]) {
  if (!exhibition) return undefined;
  const { answers, visitConfig } = session.store.getState();
  const visit = { museumId: museum._id, exhibitionId: exhibition._id, language, visitMode: visitConfig.visitMode, answers };
  return { visit, lines: lastLines(conversation.store.getState().transcript), asked: [...asked] };
}

interface RoundOptions {
  api: Pick<GuideApi, 'generateQuestions'>;
  clock: Clock;
  request: QuestionsRequest;
}

/** Tells the questions once, none when there are none or they come too late; never after the returned function was called. */
function makeRound({ api, clock, request }: RoundOptions, tell: (questions: readonly string[]) => void): () => void {
  const life = new AbortController();
  const end = () => {
    stopClock();
    life.abort();
  };
  const settle = (questions: readonly string[]) => {
    if (life.signal.aborted) return;
    end();
    tell(questions);
  };
  const stopClock = clock.after(roundLimitMs, () => settle([]));
  // No follow-up questions are no fault: whatever happened, the museum's own serve.
  api.generateQuestions(request, life.signal).then(settle, () => settle([]));
  return end;
}
