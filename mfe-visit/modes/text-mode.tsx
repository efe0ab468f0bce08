import { SlotPlace } from '@enfilade/shared-contracts/remote/slot-place';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Composer } from '@enfilade/shared-contracts/ui/composer';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { ComposerArea } from '@enfilade/shared-contracts/ui/speech/composer-area';
import type { RefObject } from 'react';
import { FollowUpQuestions } from '../follow-ups/suggested-questions.tsx';
import { useGuideName, useT } from '../texts/texts.ts';
import slotStyles from '../transcript/transcript-list.module.css';
import { TranscriptList, Welcome } from '../transcript/transcript-list.tsx';
import type { Visit } from './use-visit.ts';

interface TextModeProps {
  visit: Visit;
  locationBar: Elements;
  onTour(): void;
}

export function TextMode({ visit, locationBar, onTour }: TextModeProps) {
  const { talk, captions, followUps, uiState, speech } = visit;
  const { shown } = uiState;
  const composer = useComposer(visit);
  // Suggestions below an unanswered question would take the answer's room.
  const isWaiting = talk.isAnswerDue || talk.problem !== undefined;
  // The start card alone is above the field, near the thumb.
  const isStart = talk.entries.length === 0 && (visit.isTourComing || visit.tour?.view.kind === 'start');
  return (
    <>
      {locationBar}
      <TranscriptList
        entries={captions.entries}
        original={captions.original}
        shown={shown}
        isThinking={talk.progress === 'thinking'}
        reader={speech.canListen ? speech.reader : undefined}
        onFilter={visit.filterSpeakers}
        welcome={<Welcome {...visit} />}
        problem={talk.problem && <ErrorNotice problem={talk.problem} onAction={talk.retry} />}
        questions={
          <>
            {visit.isTourComing && <div className={slotStyles['coming']} />}
            {visit.tour && !isWaiting && <visit.tour.StartCard tour={visit.tour} isDisabled={talk.isBlocked} />}
            <FollowUpQuestions followUps={isWaiting || isStart ? { ...followUps, questions: [] } : followUps} />
            <BelowAnswer visit={visit} />
          </>
        }
      />
      {visit.tour && <visit.tour.KeysInText visit={visit} onTour={onTour} />}
      <ComposerArea composer={composer} dictation={speech.dictation} wasDictated={speech.wasDictated} />
    </>
  );
}

/** The slot is below everything else so that nothing moves, and hidden until the answer is complete. */
export function BelowAnswer({ visit: { talk, openSlot, answerFacts } }: Pick<TextModeProps, 'visit'>) {
  const isAnswered = talk.entries.at(-1)?.speaker === 'guide' && !talk.isAnswerDue && !talk.problem;
  return isAnswered && <SlotPlace className={slotStyles['slot']} openSlot={openSlot} name="below-answer" facts={answerFacts} />;
}

function useComposer({ talk }: Visit) {
  const guideName = useGuideName();
  const { draft, remaining, canSend } = talk;
  return { draft, guideName, remaining, canSend, onChange: talk.setDraft, onSend: talk.sendDraft };
}

export function TypingArea({ visit, field }: { visit: Visit; field: RefObject<HTMLTextAreaElement | null> }) {
  const t = useT();
  const { voice } = visit;
  const composer = useComposer(visit);
  return (
    <>
      {voice.microphone !== 'available' && (
        <Button wide icon="microphone" iconSide="start" onClick={() => voice.restart({ withoutMicrophone: false })}>
          {t('connect.again')}
        </Button>
      )}
      {/* The call has the microphone, so dictation is impossible. */}
      <Composer {...composer} field={field} />
    </>
  );
}
