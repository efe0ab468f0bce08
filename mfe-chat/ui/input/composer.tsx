import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Knob } from '@enfilade/shared-contracts/ui/button';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import styles from './composer.module.css';

export interface ComposerProps {
  draft: string;
  guideName: string;
  /** Characters left, negative when the draft is too long; undefined while there is plenty of room. */
  remaining: number | undefined;
  canSend: boolean;
  t: Translate;
  onChange(draft: string): void;
  onSend(): void;
}

/** Where the visitor writes. Enter sends, Shift+Enter breaks the line; nothing typed is ever cut. */
export function Composer({ draft, guideName, remaining, canSend, t, onChange, onSend }: ComposerProps) {
  const counterId = useId();
  const isTooLong = remaining !== undefined && remaining < 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <form className={styles['composer']} onSubmit={submit}>
      <div className={styles['field']} data-text={`${draft} `}>
        <textarea
          className={styles['text']}
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
      <Knob kind="main" icon="arrow-up" type="submit" aria-label={t('composer.send')} aria-disabled={!canSend} />
      <p id={counterId} className={isTooLong ? styles['over'] : styles['counter']} hidden={remaining === undefined}>
        {remaining !== undefined && t(isTooLong ? 'composer.over' : 'composer.left', { count: Math.abs(remaining) })}
      </p>
    </form>
  );
}

/** While a word is being composed (Japanese, dead keys), Enter belongs to the keyboard. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
