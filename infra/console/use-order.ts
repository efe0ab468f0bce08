import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { useRef, useState } from 'react';
import type { Order, OrderDesk, Outcome } from './model/order.ts';
import { tellFailure } from './tell-failure.ts';

/** A failure that the order can tell better than its code can. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
}

/** Asks before it sends, sends once however often it is pressed, and tells how it went. `settled` runs after an answer of either kind. */
export function useOrder(t: Translate, settled: () => Promise<unknown>): OrderDesk {
  const [asked, setAsked] = useState<Order>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setSending] = useState(false);
  // Two clicks can arrive before the page is drawn again.
  const isUnderway = useRef<boolean>(false);
  const opener = useRef<Element | null>(null);

  async function send(order: Order): Promise<void> {
    isUnderway.current = true;
    setSending(true);
    try {
      const words = await order.send();
      await settled();
      setOutcome({ kind: 'done', words });
    } catch (error) {
      await settled();
      setOutcome({ kind: 'failed', words: error instanceof ExplainedError ? error.message : tellFailure(t, error) });
    } finally {
      isUnderway.current = false;
      setSending(false);
      setAsked(undefined);
    }
  }

  return {
    asked,
    isSending,
    outcome,
    ask(order) {
      if (isUnderway.current) return;
      opener.current = document.activeElement;
      setOutcome(undefined);
      setAsked(order);
    },
    cancel() {
      if (isUnderway.current) return;
      setAsked(undefined);
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    confirm() {
      if (asked && !isUnderway.current) void send(asked);
    },
    sendNow(order) {
      if (isUnderway.current) return;
      setOutcome(undefined);
      void send(order);
    },
  };
}
