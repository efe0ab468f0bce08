import { pressedKey } from '@enfilade/shared-contracts/kit/pressed-key';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import pageStyles from '../styles/page.module.css';
import styles from '../styles/pending-action.module.css';
import { useConsole } from './console.tsx';
import { describeFailure } from './failures.ts';
import { comeIntoSight, Notice } from './parts.tsx';

/** A change of what visitors get, before its confirmation. */
export interface Action {
  /** The row or form that shows the confirmation. */
  at: string;
  /** What will change, in sentences. */
  sentences: string[];
  details?: Elements;
  label: string;
  send(): Promise<unknown>;
  /** Called after `send`. Says what was done, in a sentence. */
  done(): string;
}

export type PendingAction = ReturnType<typeof usePendingAction>;

/** Sends a confirmed action once. `afterwards` runs after a success and after a failure. */
export function usePendingAction(afterwards: () => Promise<unknown>) {
  const { t } = useConsole();
  const [action, setAction] = useState<Action>();
  const [outcome, setOutcome] = useState<{ kind: 'done' | 'failed'; sentence: string }>();
  const [isSending, setSending] = useState(false);
  const opener = useRef<Element | null>(null);
  /** An action that resolves after the next proposal is dropped. */
  const proposed = useRef<Action | Promise<Action>>(undefined);

  async function run({ send, done }: Pick<Action, 'send' | 'done'>): Promise<void> {
    setSending(true);
    try {
      await send();
      await afterwards();
      setOutcome({ kind: 'done', sentence: done() });
    } catch (error) {
      await afterwards();
      setOutcome({ kind: 'failed', sentence: describeFailure(t, error) });
    } finally {
      setSending(false);
      setAction(undefined);
    }
  }

  return {
    action,
    isSending,
    outcome,
    /** A promise is for an action that first needs a response of the site. */
    propose(next: Action | Promise<Action>): void {
      if (isSending) return;
      opener.current = document.activeElement;
      setOutcome(undefined);
      proposed.current = next;
      Promise.resolve(next).then(
        (arrived) => proposed.current === next && setAction(arrived),
        (error: unknown) => proposed.current === next && setOutcome({ kind: 'failed', sentence: describeFailure(t, error) }),
      );
    },
    cancel(): void {
      if (isSending) return;
      setAction(undefined);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    confirm(): void {
      if (action) void run(action);
    },
    /** For an action that changes nothing for visitors. */
    sendNow(next: Pick<Action, 'send' | 'done'>): void {
      setOutcome(undefined);
      void run(next);
    },
  };
}

interface ConfirmBoxProps {
  pending: PendingAction;
  at: string;
}

/** Gets the focus. */
export function ConfirmBox({ pending: { action, isSending, confirm, cancel }, at }: ConfirmBoxProps) {
  const { t } = useConsole();
  const sentencesId = useId();
  if (action?.at !== at) return null;
  const leave = (event: KeyboardEvent) => {
    if (pressedKey(event.nativeEvent) === 'Escape') cancel();
  };
  return (
    <fieldset ref={comeIntoSight} tabIndex={-1} aria-labelledby={sentencesId} className={styles['box']} onKeyDown={leave}>
      <div id={sentencesId} className={styles['words']}>
        {action.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {action.details}
      <div className={pageStyles['buttons']}>
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

export function ActionOutcome({ pending: { outcome } }: { pending: PendingAction }) {
  return outcome ? (
    <Notice key={`${outcome.kind} ${outcome.sentence}`} kind={outcome.kind}>
      {outcome.sentence}
    </Notice>
  ) : null;
}
