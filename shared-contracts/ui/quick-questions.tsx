import { withFrenchSpaces } from '../i18n/french-spaces.ts';
import { focusLog } from './focus-log.ts';
import { Icon } from './icon.tsx';
import styles from './styles/quick-questions.module.css';

interface QuickQuestionsProps {
  label: string;
  questions: readonly string[];
  /** Value of `data-generated`, undefined if the museum wrote the questions. */
  generated?: string | undefined;
  isDisabled: boolean;
  onAsk(question: string): void;
}

export function QuickQuestions({ label, questions, generated, isDisabled, onAsk }: QuickQuestionsProps) {
  const ask = (question: string, button: Element) => {
    focusLog(button);
    onAsk(question);
  };
  if (questions.length === 0) return null;
  return (
    <ul className={styles['rows']} aria-label={label} data-generated={generated}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" className={styles['row']} disabled={isDisabled} onClick={(event) => ask(question, event.currentTarget)}>
            <span className={styles['words']}>{withFrenchSpaces(question)}</span>
            <Icon name="arrow-right" />
          </button>
        </li>
      ))}
    </ul>
  );
}
