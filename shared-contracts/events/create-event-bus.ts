import { type EventBus, type EventName, type EventPayload, eventSchemas } from './event-bus.ts';

export interface EventBusOptions {
  reportError(error: unknown, event: EventName): void;
  checksPayloads: boolean;
}

type AnyListener = (payload: never) => void;

/** During an event, a removed listener is not called, and an added listener gets the next event. */
export function createEventBus({ reportError, checksPayloads }: EventBusOptions): EventBus {
  const listenersOf = new Map<EventName, Set<{ listener: AnyListener }>>();

  const emit: EventBus['emit'] = (name, payload) => {
    if (checksPayloads) checkPayload(name, payload);
    const entries = listenersOf.get(name) ?? new Set();
    for (const entry of [...entries]) {
      if (!entries.has(entry)) continue;
      try {
        entry.listener(payload as never);
      } catch (error) {
        reportError(error, name);
      }
    }
  };

  return {
    emit,
    tell: emit,

    on(name, listener, signal) {
      if (signal?.aborted) return () => {};
      const entries = listenersOf.get(name) ?? new Set();
      listenersOf.set(name, entries);
      // Each addition has its own entry, so a function can be added twice and removed once.
      const entry = { listener };
      entries.add(entry);
      const stop = () => {
        entries.delete(entry);
        signal?.removeEventListener('abort', stop);
      };
      signal?.addEventListener('abort', stop);
      return stop;
    },
  };
}

function checkPayload<Name extends EventName>(name: Name, payload: EventPayload<Name>): void {
  const checked = Object.hasOwn(eventSchemas, name) ? eventSchemas[name].safeParse(payload) : undefined;
  if (!checked?.success) throw new Error(`The payload of ${name} does not match its schema`, { cause: checked?.error });
}
