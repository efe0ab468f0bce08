import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { AnswersProps } from './answer.ts';
import styles from './styles/answers.module.css';

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
              className={`${styles['card']} ${isChosen ? styles['picked'] : ''}`}
              aria-pressed={isChosen}
              onClick={() => onChoose(id)}
            >
              <span className={styles['words']}>{label}</span>
              <span className={styles['mark']}>
                <Icon name="check" />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
