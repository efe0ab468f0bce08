import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { Answer, AnswersProps } from './answer.ts';
import styles from './styles/answers.module.css';

/** One answer of several, one a line. Picking one moves on, so each is a button, not a radio that arrows would trip. */
export function ChoiceRows({ questionId, answers, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={styles['rows']} aria-labelledby={questionId}>
      {answers.map((answer) => {
        const isChosen = chosen.includes(answer.id);
        return (
          <li key={answer.id}>
            <button type="button" className={rowClass(isChosen)} aria-pressed={isChosen} onClick={() => onChoose(answer.id)}>
              <RowContent answer={answer} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** As many answers as the visitor likes. */
export function CheckRows({ questionId, answers, chosen, onChoose }: AnswersProps) {
  return (
    <fieldset className={styles['rows']} aria-labelledby={questionId}>
      {answers.map((answer) => {
        const isChosen = chosen.includes(answer.id);
        return (
          <label key={answer.id} className={rowClass(isChosen)}>
            <input type="checkbox" checked={isChosen} onChange={() => onChoose(answer.id)} />
            <RowContent answer={answer} isSquare />
          </label>
        );
      })}
    </fieldset>
  );
}

const rowClass = (isChosen: boolean) => `${styles['row']} ${isChosen ? styles['chosen'] : ''}`;

function RowContent({ answer, isSquare }: { answer: Answer; isSquare?: boolean }) {
  return (
    <>
      {answer.icon && <Icon name={answer.icon} size="large" />}
      <span className={styles['words']}>
        {answer.label}
        {answer.note && <small>{answer.note}</small>}
      </span>
      <span className={`${styles['mark']} ${isSquare ? styles['square'] : ''}`}>
        <Icon name="check" />
      </span>
    </>
  );
}
