import type { Glyph, IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import cards from './cards.module.css';
import { CheckMark } from './check-mark.tsx';
import rows from './rows.module.css';

export interface LabelledOption {
  id: string;
  label: string;
  note?: string | undefined;
  icon?: IconName | Glyph | undefined;
}

export interface AnswersProps {
  questionId: string;
  options: readonly LabelledOption[];
  chosen: readonly string[];
  onChoose(optionId: string): void;
}

export function AnswerCards({ questionId, options, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={cards['cards']} aria-labelledby={questionId}>
      {options.map(({ id, label }) => {
        const isChosen = chosen.includes(id);
        return (
          <li key={id}>
            <button
              type="button"
              className={classOf(cards['card'], isChosen && cards['chosen'])}
              aria-pressed={isChosen}
              onClick={() => onChoose(id)}
            >
              <span className={cards['text']}>{label}</span>
              <CheckMark isChecked={isChosen} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function AnswerTiles({ questionId, options, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={cards['tiles']} aria-labelledby={questionId}>
      {options.map(({ id, label }) => {
        const isChosen = chosen.includes(id);
        const { amount, unit } = splitAmount(label);
        return (
          <li key={id}>
            <button
              type="button"
              className={classOf(cards['tile'], isChosen && cards['chosen'])}
              aria-pressed={isChosen}
              aria-label={label}
              onClick={() => onChoose(id)}
            >
              <span className={cards['amount']}>{amount}</span>
              <span>{unit}</span>
              <span className={cards['corner']}>
                <Icon name="check" />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Splits `15 minutes` into 15 and its unit. A text without a leading number is all unit. */
function splitAmount(text: string): { amount: string; unit: string } {
  const [, amount = '', unit = text] = /^(\d+)\s+(\S.*)$/u.exec(text) ?? [];
  return { amount, unit };
}

/** A choice leaves the question, so the options are buttons, not radios that arrow keys would choose. */
export function ChoiceRows({ questionId, options, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={rows['rows']} aria-labelledby={questionId}>
      {options.map((option) => {
        const isChosen = chosen.includes(option.id);
        return (
          <li key={option.id}>
            <button type="button" className={rowClass(isChosen)} aria-pressed={isChosen} onClick={() => onChoose(option.id)}>
              <RowContent option={option} isChosen={isChosen} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function CheckRows({ questionId, options, chosen, onChoose }: AnswersProps) {
  return (
    <fieldset className={rows['rows']} aria-labelledby={questionId}>
      {options.map((option) => {
        const isChosen = chosen.includes(option.id);
        return (
          <label key={option.id} className={rowClass(isChosen)}>
            <input type="checkbox" checked={isChosen} onChange={() => onChoose(option.id)} />
            <RowContent option={option} isChosen={isChosen} isSquare />
          </label>
        );
      })}
    </fieldset>
  );
}

const classOf = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
const rowClass = (isChosen: boolean) => classOf(rows['row'], isChosen && rows['chosen']);

function RowContent({ option, isChosen, isSquare = false }: { option: LabelledOption; isChosen: boolean; isSquare?: boolean }) {
  return (
    <>
      {option.icon && <Icon name={option.icon} size="large" />}
      <span className={rows['text']}>
        <span>{option.label}</span> {option.note && <small>{option.note}</small>}
      </span>
      <CheckMark isChecked={isChosen} isSquare={isSquare} />
    </>
  );
}
