import { Icon } from '@enfilade/shared-contracts/ui/icon';
import type { Answer, AnswersProps } from './answer.ts';
import { Mark } from './mark.tsx';
import styles from './rows.module.css';

/** One answer of several, one a line. Picking one moves on, so each is a button, not a radio that arrows would trip. */
export function ChoiceRows({ questionId, answers, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={styles['rows']} aria-labelledby={questionId}>
      {answers.map((answer) => {
        const isChosen = chosen.includes(answer.id);
        return (
          <li key={answer.id}>
            <button type="button" className={rowClass(isChosen)} aria-pressed={isChosen} onClick={() => onChoose(answer.id)}>
              <RowContent answer={answer} isChosen={isChosen} />
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
            <RowContent answer={answer} isChosen={isChosen} isSquare />
          </label>
        );
      })}
    </fieldset>
  );
}

const rowClass = (isChosen: boolean) => `${styles['row']} ${isChosen ? styles['chosen'] : ''}`;

function RowContent({ answer, isChosen, isSquare = false }: { answer: Answer; isChosen: boolean; isSquare?: boolean }) {
  return (
    <>
      {answer.icon && <Icon name={answer.icon} size="large" />}
      <span className={styles['words']}>
        {answer.label} {answer.note && <small>{answer.note}</small>}
      </span>
      <Mark isChecked={isChosen} isSquare={isSquare} />
    </>
  );
}
