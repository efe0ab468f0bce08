import { pressedKey } from '@enfilade/shared-contracts/kit/pressed-key';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from '../styles/pending-action.module.css';
import { useConsole } from './console.tsx';
import { describeFailure } from './failures.ts';
import { Notice } from './parts.tsx';

/** Something that changes what visitors get, before it is confirmed. */
export interface Action {
  /** Which row or form it belongs to: it is confirmed there. */
  at: string;
  /** What will change, in sentences. */
  sentences: string[];
  /** The words on the button that sends it. */
  label: string;
  /** @returns the sentence that says it was done */
  send(): Promise<string>;
}

export type PendingAction = ReturnType<typeof usePendingAction>;

/** Asks before it sends, sends once however often it is pressed, and shows how it went. `afterwards` runs after a response of either kind. */
export function usePendingAction(afterwards: () => Promise<unknown>) {
  const { t } = useConsole();
  const [action, setAction] = useState<Action>();
  const [outcome, setOutcome] = useState<{ kind: 'done' | 'failed'; sentence: string }>();
  const [isSending, setSending] = useState(false);
  // Two clicks can arrive before the page is drawn again.
  const isUnderway = useRef<boolean>(false);
  const opener = useRef<Element | null>(null);

  async function run({ send }: Pick<Action, 'send'>): Promise<void> {
    isUnderway.current = true;
    setSending(true);
    try {
      const sentence = await send();
      await afterwards();
      setOutcome({ kind: 'done', sentence });
    } catch (error) {
      await afterwards();
      setOutcome({ kind: 'failed', sentence: describeFailure(t, error) });
    } finally {
      isUnderway.current = false;
      setSending(false);
      setAction(undefined);
    }
  }

  return {
    action,
    isSending,
    outcome,
    /** An action that has to ask the site first comes late, or not at all. */
    propose(next: Action | Promise<Action>): void {
      if (isUnderway.current) return;
      opener.current = document.activeElement;
      setOutcome(undefined);
      if (!(next instanceof Promise)) setAction(next);
      else next.then(setAction, (error: unknown) => setOutcome({ kind: 'failed', sentence: describeFailure(t, error) }));
    },
    cancel(): void {
      if (isUnderway.current) return;
      setAction(undefined);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    confirm(): void {
      if (action && !isUnderway.current) void run(action);
    },
    /** For what harms nobody: sends without asking. */
    sendNow(next: Pick<Action, 'send'>): void {
      if (isUnderway.current) return;
      setOutcome(undefined);
      void run(next);
    },
  };
}

interface ConfirmBoxProps {
  pending: PendingAction;
  /** The row or form whose action is shown here. */
  at: string;
  /** More about what will change, below the sentences. */
  children?: Elements;
}

/** What will change, in sentences, and the two ways on. Replaces the button that started the action, and gets the focus. */
export function ConfirmBox({ pending: { action, isSending, confirm, cancel }, at, children }: ConfirmBoxProps) {
  const { t } = useConsole();
  const box = useRef<HTMLFieldSetElement>(null);
  const sentencesId = useId();
  const isHere = action?.at === at;
  useEffect(() => {
    if (isHere) box.current?.focus();
  }, [isHere]);
  if (!action || !isHere) return null;
  const leave = (event: KeyboardEvent) => {
    if (pressedKey(event.nativeEvent) === 'Escape') cancel();
  };
  return (
    <fieldset ref={box} tabIndex={-1} aria-labelledby={sentencesId} className={styles['box']} onKeyDown={leave}>
      <div id={sentencesId} className={styles['words']}>
        {action.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {children}
      <div className={styles['ways']}>
        <Button kind="main" onClick={confirm} aria-disabled={isSending}>
          {isSending ? t('action.sending') : action.label}
        </Button>
        <Button onClick={cancel} aria-disabled={isSending}>
          {t('action.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}

/** How the last action of a section went. */
export function ActionOutcome({ pending: { outcome } }: { pending: PendingAction }) {
  return outcome ? (
    <Notice key={`${outcome.kind} ${outcome.sentence}`} kind={outcome.kind}>
      {outcome.sentence}
    </Notice>
  ) : null;
}
