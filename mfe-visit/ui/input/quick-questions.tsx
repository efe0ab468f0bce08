import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import { focusLog } from '../transcript/focus-log.ts';
import styles from './quick-questions.module.css';

interface QuickQuestionsProps {
  questions: readonly string[];
  isDisabled: boolean;
  t: Translate;
  onAsk(question: string): void;
}

/** Three questions to begin with, so that nobody has to invent one. */
export function QuickQuestions({ questions, isDisabled, t, onAsk }: QuickQuestionsProps) {
  const ask = (question: string, button: Element) => {
    focusLog(button);
    onAsk(question);
  };
  return (
    <ul className={styles['rows']} aria-label={t('questions.label')}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" className={styles['row']} disabled={isDisabled} onClick={(event) => ask(question, event.currentTarget)}>
            <span className={styles['words']}>{question}</span>
            <Icon name="arrow-right" />
          </button>
        </li>
      ))}
    </ul>
  );
}
