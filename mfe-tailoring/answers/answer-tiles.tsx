import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { AnswersProps } from './answer.ts';
import styles from './cards.module.css';

/** Amounts: the numeral large, its unit beneath. */
export function AnswerTiles({ questionId, answers, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={styles['tiles']} aria-labelledby={questionId}>
      {answers.map(({ id, label }) => {
        const isChosen = chosen.includes(id);
        const { amount, unit } = splitAmount(label);
        return (
          <li key={id}>
            <button
              type="button"
              className={`${styles['tile']} ${isChosen ? styles['chosen'] : ''}`}
              aria-pressed={isChosen}
              aria-label={label}
              onClick={() => onChoose(id)}
            >
              <span className={styles['amount']}>{amount}</span>
              <span>{unit}</span>
              <span className={styles['corner']}>
                <Icon name="check" />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** "15 minutes" → the numeral that is set large, and its unit. A text without a leading number is all unit. */
function splitAmount(text: string): { amount: string; unit: string } {
  const [, amount = '', unit = text] = /^(\d+)\s+(\S.*)$/u.exec(text) ?? [];
  return { amount, unit };
}
