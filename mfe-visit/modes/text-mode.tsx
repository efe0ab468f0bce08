import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Composer } from '@enfilade/shared-contracts/ui/composer';
import { ErrorNotice } from '@enfilade/shared-contracts/ui/error-notice';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import type { ReactNode } from 'react';
import { Ledger } from '../transcript/transcript-list.tsx';
import type { Shown } from '../ui-state/visit-ui-state.ts';
import type { useVisit } from '../use-visit.ts';
import styles from './text-mode.module.css';

/** Who is here and what one can do, before anything was said; no turn of the conversation. */
function Welcome({ words }: { words: string }) {
  return <p className={styles['welcome']}>{words}</p>;
}

const choices: readonly Shown[] = ['both', 'guide'];

interface SpeakerFilterProps {
  shown: Shown;
  guideName: string;
  t: Translate;
  onChoose(shown: Shown): void;
}

/** Whose words the transcript shows. */
function SpeakerFilter({ shown, guideName, t, onChoose }: SpeakerFilterProps) {
  return (
    <fieldset className={styles['filter']} aria-label={t('filter.label')}>
      {choices.map((each) => (
        <QuietButton key={each} className={styles['choice']} aria-pressed={each === shown} onClick={() => onChoose(each)}>
          {t(`filter.${each}`, { guide: guideName })}
        </QuietButton>
      ))}
    </fieldset>
  );
}

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
