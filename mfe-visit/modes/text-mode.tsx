import { Composer } from '@enfilade/shared-contracts/ui/composer';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import type { ReactNode, RefObject } from 'react';
import { TranscriptList } from '../transcript/transcript-list.tsx';
import type { Visit } from './use-visit.ts';

interface TextModeProps {
  visit: Visit;
  locationBar: ReactNode;
}

/** The written visit: its transcript, and where the visitor types. */
export function TextMode({ visit, locationBar }: TextModeProps) {
  const { t, talk, guideName, followUps, uiState } = visit;
  const { shown } = uiState;
  return (
    <>
      {locationBar}
      <TranscriptList
        entries={talk.entries}
        shown={shown}
        guideName={guideName}
        isThinking={talk.isThinking}
        t={t}
        onFilter={visit.filterSpeakers}
        problem={talk.problem && <ErrorNotice problem={talk.problem} t={t} onAction={talk.retry} />}
        questions={
          <QuickQuestions
            label={t(followUps.isFirst ? 'questions.label' : 'questions.next')}
            questions={followUps.questions}
            isDisabled={talk.isAnswerDue}
            onAsk={followUps.ask}
          />
        }
      />
      <VisitComposer visit={visit} />
    </>
  );
}

interface VisitComposerProps {
  visit: Pick<Visit, 't' | 'talk' | 'guideName'>;
  field?: RefObject<HTMLTextAreaElement | null>;
}

export function VisitComposer({ visit: { t, talk, guideName }, field }: VisitComposerProps) {
  return (
    <Composer
      draft={talk.draft}
      {...(field && { field })}
      guideName={guideName}
      remaining={talk.remaining}
      canSend={talk.canSend}
      t={t}
      onChange={talk.setDraft}
      onSend={talk.sendDraft}
    />
  );
}
