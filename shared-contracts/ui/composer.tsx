import { type FormEvent, type KeyboardEvent, type MouseEvent, type RefObject, useId } from 'react';
import { pressedKey } from '../kit/pressed-key.ts';
import { IconButton } from './button.tsx';
import type { Elements } from './elements.ts';
import { useScreen } from './screen-context.tsx';
import styles from './styles/composer.module.css';

interface ComposerProps {
  draft: string;
  guideName: string;
  /** Characters left, negative if the draft is too long; undefined far below the limit. */
  remaining: number | undefined;
  canSend: boolean;
  field?: RefObject<HTMLTextAreaElement | null>;
  children?: Elements;
  onChange(draft: string): void;
  onSend(): void;
  /** Replaces Send while an answer can be stopped. */
  stop?: { label: string; onPress(): void } | undefined;
}

/** Enter sends, Shift+Enter breaks the line. The composer never cuts typed text. */
export function Composer({ draft, guideName, remaining, canSend, field, children, onChange, onSend, stop }: ComposerProps) {
  const { t } = useScreen<`composer.${'label' | 'placeholder' | 'send' | 'left' | 'over'}`>();
  const counterId = useId();
  const isTooLong = remaining !== undefined && remaining < 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <form className={styles['composer']} onSubmit={submit}>
      <div className={styles['sheet']}>
        <div className={styles['field']} data-text={`${draft} `}>
          <textarea
            className={styles['text']}
            ref={field}
            rows={1}
            aria-label={t('composer.label')}
            value={draft}
            placeholder={t('composer.placeholder', { guide: guideName })}
            enterKeyHint="send"
            aria-describedby={counterId}
            aria-invalid={isTooLong}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={sendOnEnter}
          />
        </div>
        <div className={styles['knobs']}>
          {children}
          {stop ? (
            <IconButton key="go" kind="main" icon="stop" aria-label={stop.label} onClick={once(stop.onPress)} />
          ) : (
            <IconButton key="go" kind="main" icon="arrow-up" type="submit" aria-label={t('composer.send')} aria-disabled={!canSend} />
          )}
        </div>
        <p id={counterId} className={isTooLong ? styles['over'] : styles['counter']} hidden={remaining === undefined}>
          {remaining !== undefined && t(isTooLong ? 'composer.over' : 'composer.left', { count: Math.abs(remaining) })}
        </p>
      </div>
    </form>
  );
}

/** Reserves the room of a button that may appear, so that the text keeps its lines. */
export const ReservedKey = () => <span className={styles['reserved']} />;

/** A double click on Send must not stop the answer. */
const once = (press: () => void) => (event: MouseEvent) => {
  // When the browser handles the click, the button is Send again and would submit the draft.
  event.preventDefault();
  if (event.detail < 2) press();
};

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (pressedKey(event.nativeEvent) !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
