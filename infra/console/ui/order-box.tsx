import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { OrderDesk } from '../model/order.ts';
import { Spoken } from './spoken.tsx';
import styles from './styles/order-box.module.css';

interface OrderBoxProps {
  desk: OrderDesk;
  /** The place whose order is shown here. */
  at: string;
  t: Translate;
  /** More about what will change, below the sentences. */
  children?: ReactNode;
}

/** What will change, in words, and the two ways on. Stands where the order was begun and takes the focus. */
export function OrderBox({ desk, at, t, children }: OrderBoxProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const wordsId = useId();
  const { asked, isSending } = desk;
  const isHere = asked?.at === at;
  useEffect(() => {
    if (isHere) box.current?.focus();
  }, [isHere]);
  if (!asked || !isHere) return null;
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') desk.cancel();
  };
  return (
    <fieldset ref={box} tabIndex={-1} aria-labelledby={wordsId} className={styles['box']} onKeyDown={leave}>
      <div id={wordsId} className={styles['words']}>
        {asked.words.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {children}
      <div className={styles['ways']}>
        <Button kind="main" onClick={desk.confirm} aria-disabled={isSending}>
          {isSending ? t('order.sending') : asked.verb}
        </Button>
        <Button onClick={desk.cancel} aria-disabled={isSending}>
          {t('order.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}

/** How the last order of a section went. */
export function OrderOutcome({ desk: { outcome } }: { desk: OrderDesk }) {
  return outcome ? (
    <Spoken key={`${outcome.kind} ${outcome.words}`} kind={outcome.kind}>
      {outcome.words}
    </Spoken>
  ) : null;
}
