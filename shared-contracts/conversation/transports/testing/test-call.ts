import { createStore } from 'zustand/vanilla';
import { createHandClock } from '../../../kit/testing/hand-clock.ts';
import type { SessionState } from '../../../visit/session.ts';
import { defaultSettings } from '../../../visit/settings.ts';
import { defaultVisitConfig } from '../../../visit/visit-config.ts';
import type { CallEvent, CallOptions, ClientMessage } from '../../../voice/voice-client.ts';
import type { TransportEvent } from '../../transport.ts';
import { createVoiceTransport } from '../voice-transport.ts';

/** A connected voice transport over a call that a test controls. @param isDead nothing goes out */
export function createTestCall({ turn = 0, isDead = false } = {}) {
  const clock = createHandClock();
  const emitted: TransportEvent[] = [];
  const sent: ClientMessage[] = [];
  const ended: string[] = [];
  let emit: (event: CallEvent) => void = () => {};
  let options: CallOptions | undefined;
  const store = createStore<SessionState>(() => ({
    museumId: '6610a1b2c3d4e5f601000001',
    exhibitionId: '6610a1b2c3d4e5f602000001',
    answers: {},
    language: 'en',
    userChangedLanguage: false,
    visitConfig: defaultVisitConfig,
    settings: defaultSettings,
    themeMode: 'positive',
    isChoosingSettings: false,
  }));
  const transport = createVoiceTransport({
    client: {
      call(callOptions, listener) {
        options = callOptions;
        emit = listener;
        return {
          setMicrophoneOpen: () => {},
          send: (message) => !isDead && sent.push(message) > 0,
          resumePlayback: () => {},
          end: (reason) => void ended.push(reason),
        };
      },
    },
    clock,
    session: { store },
    call: { limitMs: 10_000, takesOver: false, withoutMicrophone: false, summary: () => 'said', turn },
    toWritten: (text) => text.replaceAll('Looey', 'Louis'),
  });
  transport.connect((event) => emitted.push(event));
  emit({ type: 'connected' });
  const message = (content: object) => emit({ type: 'message', message: content });
  return {
    ...{ clock, emitted, sent, ended, options, transport, message },
    event: (event: CallEvent) => emit(event),
    /** The guide's side begins to speak and says what it will say. */
    guideSays(text: string, extra: object = {}) {
      message({ type: 'speech-update', role: 'assistant', status: 'started' });
      message({ type: 'assistant.speechStarted', text, ...extra });
    },
    recognise: (transcriptType: 'partial' | 'final', transcript: string) =>
      message({ type: 'transcript', role: 'user', transcriptType, transcript }),
    texts: () => emitted.flatMap((event) => (event.type === 'text' ? [`${event.turn} ${event.speaker}: ${event.text}`] : [])),
    controls: () => sent.flatMap((each) => (each.type === 'control' ? [each.control] : [])),
  };
}
