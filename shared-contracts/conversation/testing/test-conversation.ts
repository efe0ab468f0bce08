import { createEventBus } from '../../events/create-event-bus.ts';
import type { EventName } from '../../events/event-bus.ts';
import { createHandClock } from '../../kit/testing/hand-clock.ts';
import type { VoiceControls } from '../../voice/voice-client.ts';
import type { TransportKind } from '../conversation.ts';
import { type ConversationOptions, createConversation } from '../runtime/create-conversation.ts';
import { linesOf } from '../transcript/transcript.ts';
import type { TextOptions, Transport, TransportEvent, VoiceOptions } from '../transport.ts';

type Message = Parameters<Transport['send']>[0];

export interface TestTransport {
  kind: TransportKind;
  context: unknown;
  sent: Message[];
  cancelled: number[];
  closed: string[];
  options: Partial<VoiceOptions> & TextOptions;
  controls: string[];
  readonly isMicrophoneOpen: boolean;
  emit(event: TransportEvent): void;
}

export const someVisit = { museumId: '6610a1b2c3d4e5f601000001', exhibitionId: '6610a1b2c3d4e5f602000001' };
const observed: EventName[] = ['conversation-started', 'conversation-ended', 'turn-finished'];

/** Notes commands in order: `microphone open`, `guide muted`, `listen 1`. */
export function createTestControls(
  note: (control: string) => void,
  { isMicrophoneOpen = () => false, isGuideMuted = () => false }: Partial<VoiceOptions>,
): VoiceControls {
  let last = { isOpen: false, isMuted: false };
  return {
    listen: (turn) => note(`listen ${turn}`),
    finish: (turn) => note(`finish ${turn}`),
    followSwitches() {
      const now = { isOpen: isMicrophoneOpen(), isMuted: isGuideMuted() };
      if (last.isOpen && !now.isOpen) note('microphone closed');
      if (last.isMuted !== now.isMuted) note(`guide ${now.isMuted ? 'muted' : 'heard'}`);
      if (!last.isOpen && now.isOpen) note('microphone open');
      last = now;
    },
    resumePlayback: () => note('resume'),
  };
}

export function createTestConversation({
  connectsAtOnce = true,
  ...options
}: Partial<ConversationOptions> & { connectsAtOnce?: boolean } = {}) {
  const emitted: string[] = [];
  const errors: unknown[] = [];
  const bus = createEventBus({ checksPayloads: true, reportError: (error) => errors.push(error) });
  for (const name of observed) bus.on(name, (payload) => emitted.push(`${name} ${Object.values(payload).join(' ')}`));
  const transports: TestTransport[] = [];
  const clock = createHandClock();
  const createTransport = (kind: TransportKind) => (context: unknown, options: TestTransport['options']) => {
    const testTransport: TestTransport = {
      ...{ kind, context, options, sent: [], cancelled: [], closed: [], controls: [] },
      get isMicrophoneOpen() {
        return this.controls.findLast((control) => control.startsWith('microphone')) === 'microphone open';
      },
      emit: () => {},
    };
    transports.push(testTransport);
    const transport: Transport = {
      ...(kind === 'voice' && { voice: createTestControls((control) => testTransport.controls.push(control), options) }),
      connect(emit) {
        testTransport.emit = emit;
        if (connectsAtOnce) emit({ type: 'connected' });
      },
      send: (message) => void testTransport.sent.push(message),
      cancel: (turn) => void testTransport.cancelled.push(turn),
      close: (reason) => void testTransport.closed.push(reason),
    };
    return transport;
  };
  let ids = 0;
  const conversation = createConversation({
    transports: { text: createTransport('text'), voice: createTransport('voice') },
    context: () => ({ ...someVisit, language: 'en' }),
    preferences: () => ({ talkingMode: 'push-to-talk', isAudioMuted: false }),
    checkVoice: () => Promise.resolve({ support: 'supported', microphone: 'prompt', hearing: 'site', dictation: 'site' }),
    bus,
    clock,
    newId: () => `id-${++ids}`,
    ...options,
  });
  return {
    conversation,
    bus,
    clock,
    emitted,
    errors,
    transports,
    get state() {
      return conversation.store.getState();
    },
    get transport(): TestTransport {
      const last = transports.at(-1);
      if (!last) throw new Error('No transport was opened; call start() first.');
      return last;
    },
    say(turn: number, text: string, extra: { forced?: boolean } = {}) {
      this.transport.emit({ type: 'text', turn, speaker: 'guide', text, ...extra });
    },
    answer(turn: number, text: string, extra: { forced?: boolean } = {}) {
      this.say(turn, text, extra);
      this.transport.emit({ type: 'turn-completed', turn });
    },
    speak() {
      conversation.hold();
      conversation.release();
    },
    get lines() {
      return this.state.turns.flatMap(linesOf).map(({ turn, speaker, text }) => `${turn} ${speaker}: ${text}`);
    },
  };
}

type Options = Parameters<typeof createTestConversation>[0];

export function startCall({ hearing = 'site', ...options }: Options & { hearing?: 'site' | 'browser' } = {}) {
  const setup = begin('voice', { connectsAtOnce: false, ...options });
  setup.transport.emit({ type: 'microphone-granted', hearing });
  setup.transport.emit({ type: 'connected' });
  return setup;
}

export function begin(kind: TransportKind, options: Options = {}) {
  const setup = createTestConversation(options);
  setup.conversation.start(kind);
  return setup;
}

/** The first question, `x`, was sent. */
export function ask(kind: TransportKind) {
  const setup = begin(kind);
  setup.conversation.send('x');
  return setup;
}
