import { Composer } from '@enfilade/shared-contracts/ui/composer';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import type { ReactNode } from 'react';
import { SpeakerFilter } from '../transcript/speaker-filter.tsx';
import { Ledger } from '../transcript/transcript-list.tsx';
import { Welcome } from '../transcript/welcome.tsx';
import type { useVisit } from '../use-visit.ts';

interface TextSideProps {
  visit: ReturnType<typeof useVisit>;
  /** Where one is. */
  strip: ReactNode;
}

/** The visit in writing: everything that was said, and where the visitor writes. */
export function TextSide({ visit, strip }: TextSideProps) {
  const { t, talk, guideName, followUps, notes } = visit;
  const { shown } = notes;
  return (
    <>
      {strip}
      <Ledger
        entries={talk.entries}
        shown={shown}
        guideName={guideName}
        isThinking={talk.isThinking}
        t={t}
        welcome={<Welcome words={t('welcome', { guide: guideName })} />}
        filter={<SpeakerFilter shown={shown} guideName={guideName} t={t} onChoose={visit.show} />}
        trouble={talk.trouble && <ErrorNotice problem={talk.trouble} t={t} onAction={talk.remedy} />}
        questions={
          <QuickQuestions
            label={t(followUps.isFirst ? 'questions.label' : 'questions.next')}
            questions={followUps.questions}
            isDisabled={talk.isAnswerDue}
            onAsk={followUps.use}
          />
        }
      />
      <VisitComposer visit={visit} />
    </>
  );
}

export function VisitComposer({ visit: { t, talk, guideName } }: Pick<TextSideProps, 'visit'>) {
  return (
    <Composer
      draft={talk.draft}
      guideName={guideName}
      remaining={talk.remaining}
      canSend={talk.canSend}
      t={t}
      onChange={talk.setDraft}
      onSend={talk.sendDraft}
    />
  );
}
