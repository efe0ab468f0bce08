import { createHandClock } from '../../kit/testing/hand-clock.ts';
import { CallTurns } from '../call-turns.ts';
import type { CallEvent } from '../voice-client.ts';

export function createTestCall({ turn = 0 } = {}) {
  const clock = createHandClock();
  const emitted: CallEvent[] = [];
  /** Each change of whether the platform still speaks an interrupted answer. */
  const behind: boolean[] = [];
  const turns = new CallTurns({
    ...{ clock, turn },
    toWritten: (text) => text.replaceAll('Looey', 'Louis'),
    emit(event) {
      if (event.type !== 'guide-behind') emitted.push(event);
      else if (event.isBehind !== (behind.at(-1) ?? false)) behind.push(event.isBehind);
    },
  });
  const message = (content: object) => turns.onMessage(content);
  return {
    ...{ clock, emitted, behind, turns, message },
    guideSays(text: string, extra: object = {}) {
      message({ type: 'speech-update', role: 'assistant', status: 'started' });
      message({ type: 'assistant.speechStarted', text, ...extra });
    },
    recognise: (transcriptType: 'partial' | 'final', transcript: string) =>
      message({ type: 'transcript', role: 'user', transcriptType, transcript }),
    texts: () => emitted.flatMap((event) => (event.type === 'text' ? [`${event.turn} ${event.speaker}: ${event.text}`] : [])),
  };
}
