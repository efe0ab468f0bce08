import type { AnswersProps } from './answer.ts';
import { Mark } from './mark.tsx';
import styles from './cards.module.css';

/** Few answers of equal weight: cut cards of one size, none of them the main one. */
export function AnswerCards({ questionId, answers, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={styles['cards']} aria-labelledby={questionId}>
      {answers.map(({ id, label }) => {
        const isChosen = chosen.includes(id);
        return (
          <li key={id}>
            <button
              type="button"
              className={`${styles['card']} ${isChosen ? styles['chosen'] : ''}`}
              aria-pressed={isChosen}
              onClick={() => onChoose(id)}
            >
              <span className={styles['words']}>{label}</span>
              <Mark isChecked={isChosen} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
