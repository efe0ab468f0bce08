import type { Phase, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { createEventBus } from '@enfilade/shared-contracts/events/create-event-bus';
import { describe, expect, it } from '@rstest/core';
import { restartInLanguage } from './restart-in-language.ts';

function change(transport: TransportKind | undefined, phase: Phase): string[] {
  const done: string[] = [];
  const bus = createEventBus({ checksPayloads: true, reportError: (error) => done.push(String(error)) });
  const store = { getState: () => ({ transport, phase }), subscribe: () => () => undefined };
  const conversation = {
    store,
    start: (kind: string) => void done.push(`start ${kind}`),
    stop: (reason: string) => void done.push(`stop ${reason}`),
  };
  const stop = restartInLanguage(bus, conversation as unknown as Parameters<typeof restartInLanguage>[1]);
  bus.emit('language-changed', { language: 'de' });
  stop();
  bus.emit('language-changed', { language: 'fr' });
  return done;
}

describe('a change of language', () => {
  it('begins a call anew, once', () => {
    expect(change('voice', 'speaking')).toEqual(['stop language', 'start voice']);
  });
  it.each([
    ['text', 'ready'],
    ['voice', 'off'],
    ['voice', 'failed'],
    [undefined, 'off'],
  ] as const)('leaves a conversation in %s that is %s as it is', (transport, phase) => {
    expect(change(transport, phase)).toEqual([]);
  });
});
