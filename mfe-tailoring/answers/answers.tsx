import type { Glyph, IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { Icon } from '@enfilade/shared-contracts/ui/icon';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import cards from './cards.module.css';
import marks from './check-mark.module.css';
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
      {options.map(({ id, label }) => (
        <li key={id}>
          <button type="button" className={cards['card']} aria-pressed={chosen.includes(id)} onClick={() => onChoose(id)}>
            <span className={common['text']}>{label}</span>
            <CheckMark />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function AnswerTiles({ questionId, options, chosen, onChoose }: AnswersProps) {
  return (
    <ul className={cards['tiles']} aria-labelledby={questionId}>
      {options.map(({ id, label }) => {
        const { amount, unit } = splitAmount(label);
        return (
          <li key={id}>
            <button
              type="button"
              className={cards['tile']}
              aria-pressed={chosen.includes(id)}
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
      {options.map((option) => (
        <li key={option.id}>
          <button type="button" className={rows['row']} aria-pressed={chosen.includes(option.id)} onClick={() => onChoose(option.id)}>
            <RowContent option={option} />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function CheckRows({ questionId, options, chosen, onChoose }: AnswersProps) {
  return (
    <fieldset className={rows['rows']} aria-labelledby={questionId}>
      {options.map((option) => (
        <label key={option.id} className={rows['row']}>
          <input type="checkbox" checked={chosen.includes(option.id)} onChange={() => onChoose(option.id)} />
          <RowContent option={option} />
        </label>
      ))}
    </fieldset>
  );
}

function RowContent({ option }: { option: LabelledOption }) {
  return (
    <>
      {option.icon && <Icon name={option.icon} />}
      <span className={rows['text']}>
        <span>{option.label}</span> {option.note && <small>{option.note}</small>}
      </span>
      <CheckMark />
    </>
  );
}

/** Beside a checkbox, or in a button with `aria-pressed`. */
export function CheckMark() {
  return (
    <span className={marks['mark']}>
      <Icon name="check" />
    </span>
  );
}
