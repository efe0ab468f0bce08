import type { ReactNode } from 'react';
import { SpeakerFilter } from '../ui/frame/speaker-filter.tsx';
import { Composer } from '../ui/input/composer.tsx';
import { QuickQuestions } from '../ui/input/quick-questions.tsx';
import { Ledger } from '../ui/transcript/ledger.tsx';
import { TroubleNote } from '../ui/transcript/trouble-note.tsx';
import { Welcome } from '../ui/transcript/welcome.tsx';
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
        trouble={talk.trouble && <TroubleNote trouble={talk.trouble} t={t} onRemedy={talk.remedy} />}
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
