import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { QuickQuestions } from '@enfilade/shared-contracts/ui/quick-questions';
import styles from './suggested-questions.module.css';

interface SuggestedQuestionsProps {
  questions: readonly string[];
  isFirst: boolean;
  guideName: string;
  /** There is an answer to go back to. */
  hasAnswer: boolean;
  isDisabled: boolean;
  t: Translate;
  onAsk(question: string): void;
  onRead(): void;
}

/** What the visitor may ask next, and the way back to the last answer. */
export function SuggestedQuestions({ questions, isFirst, guideName, hasAnswer, isDisabled, t, onAsk, onRead }: SuggestedQuestionsProps) {
  return (
    <div className={styles['box']}>
      {hasAnswer ? (
        <QuietButton className={styles['read']} onClick={onRead}>
          <Icon name="text-lines" />
          {t('captions.read')}
        </QuietButton>
      ) : (
        <p className={styles['note']}>{t('talk.invitation', { guide: guideName })}</p>
      )}
      <QuickQuestions
        label={t(isFirst ? 'questions.label' : 'questions.next')}
        questions={questions}
        isDisabled={isDisabled}
        onAsk={onAsk}
      />
    </div>
  );
}
