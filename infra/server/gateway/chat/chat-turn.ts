import { randomUUID } from 'node:crypto';
import { toFault } from '../../http/error-answers.ts';
import type { GatewayFault } from '../../http/gateway-fault.ts';
import type { Emit, TurnEvent } from './turn-event.ts';

/** One question and its answer, however many ask for it: what came so far, and the rest as it comes. */
export interface ChatTurn {
  /** Tells what was, then what will be; `done` or `error` is the last. The returned function leaves. */
  listen(listener: (event: TurnEvent) => void): () => void;
}

export type TurnEnd = 'answered' | 'failed' | 'abandoned';

export interface TurnWork {
  /** Asks upstream; rejects when the answer failed. */
  run(emit: Emit, signal: AbortSignal): Promise<void>;
  onEnd(end: TurnEnd, fault?: GatewayFault): void;
}

/** Starts the work at once. When the last listener leaves before the end, the work is broken off. */
export function startChatTurn({ run, onEnd }: TurnWork): ChatTurn {
  const controller = new AbortController();
  const listeners = new Set<(event: TurnEvent) => void>();
  const told: TurnEvent[] = [];
  let isOver = false;

  const tell = (event: TurnEvent) => {
    if (isOver) return;
    remember(told, event);
    isOver = event.event === 'done' || event.event === 'error';
    for (const listener of [...listeners]) listener(event);
  };
  const fail = (error: unknown) => {
    if (isOver) return;
    const fault = toFault(error);
    onEnd('failed', fault);
    const { code, message, retryAfterSeconds } = fault;
    tell({ event: 'error', data: { code, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) } });
  };
  const succeed = () => {
    if (isOver) return;
    onEnd('answered');
    tell({ event: 'done', data: { messageId: randomUUID() } });
  };
  run(tell, controller.signal).then(succeed, fail);

  return {
    listen(listener) {
      for (const event of [...told]) listener(event);
      if (isOver) return () => {};
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (isOver || listeners.size > 0) return;
        isOver = true;
        onEnd('abandoned');
        controller.abort();
      };
    },
  };
}

/** Pieces of text are kept as one piece. */
function remember(told: TurnEvent[], event: TurnEvent): void {
  const last = told.at(-1);
  if (last?.event === 'text' && event.event === 'text') {
    told[told.length - 1] = { event: 'text', data: { delta: last.data.delta + event.data.delta } };
    return;
  }
  told.push(event);
}
