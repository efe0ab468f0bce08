import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import type { QuestionsRequest } from '@enfilade/shared-contracts/api/request-schemas';
import type { Tour } from '@enfilade/shared-contracts/api/schemas';
import type { ConversationFailure, TransportKind } from '@enfilade/shared-contracts/conversation/conversation';
import { createTestControls } from '@enfilade/shared-contracts/conversation/testing/test-conversation';
import type { TextOptions, Transport, TransportEvent, VoiceOptions } from '@enfilade/shared-contracts/conversation/transport';
import type { SpeechRecognitionSource } from '@enfilade/shared-contracts/voice/voice-state';
import { act } from '@testing-library/react';

interface ScriptOptions {
  kind: TransportKind;
  connectsAtOnce: boolean;
}

const somewhere: Tour = { phase: 'under-way', room: 2, rooms: 3, stop: 1, stops: 3, leftSeconds: 500, mark: 'm' };

/** The test sends the guide's side line by line. `done` lists the transport's commands. */
export function createScriptedGuide({ kind, connectsAtOnce }: ScriptOptions) {
  const sent: { turn: number; text: string; clientMessageId: string }[] = [];
  const closed: string[] = [];
  const done: string[] = [];
  /** For each call, whether it requested a microphone. */
  const calls: string[] = [];
  let turn = 0;
  let tellConversation: (event: TransportEvent) => void = () => {};
  const tell = (event: TransportEvent) => act(() => tellConversation(event));
  const createVoice = (options: Partial<VoiceOptions>): NonNullable<Transport['voice']> => {
    const controls = createTestControls((control) => done.push(control), options);
    const listen = (next: number) => {
      turn = next;
      controls.listen(next);
    };
    return { ...controls, listen };
  };
  const transport = (_context: unknown, options: Partial<VoiceOptions> & TextOptions = {}): Transport => ({
    connect(listener) {
      done.push('called');
      calls.push(options.withoutMicrophone ? 'without microphone' : 'with microphone');
      tellConversation = listener;
      if (connectsAtOnce) listener({ type: 'connected' });
    },
    send(message) {
      turn = message.turn;
      sent.push(message);
    },
    cancel: (cancelled) => void done.push(`cancel ${cancelled}`),
    close: (reason) => void closed.push(reason),
    ...(kind === 'voice' && { voice: createVoice(options) }),
  });
  return {
    transport,
    sent,
    closed,
    done,
    calls,
    tell,
    picksUp(hearing: SpeechRecognitionSource = 'site') {
      tell({ type: 'microphone-granted', hearing });
      tell({ type: 'connected' });
    },
    says: (text: string) => tell({ type: 'text', turn, speaker: 'guide', text }),
    hears: (text: string) => tell({ type: 'text', turn, speaker: 'visitor', text }),
    hasSaid: (words: number) => tell({ type: 'spoken', turn, words }),
    names: (title: string) => tell({ type: 'source', turn, source: { title, document: title } }),
    guides: (tour: Partial<Tour>) => tell({ type: 'tour', turn, tour: { ...somewhere, ...tour } }),
    finishes: () => tell({ type: 'turn-completed', turn }),
    fails: (failure: ConversationFailure) => tell({ type: 'turn-failed', turn, failure }),
  };
}

/** Every call waits until the test settles it. */
export function createQuestionMaker() {
  const calls: {
    request: QuestionsRequest;
    signal: AbortSignal | undefined;
    settle(questions: string[]): Promise<void>;
    fail(): Promise<void>;
  }[] = [];
  const generateQuestions: GuideApi['generateQuestions'] = (request, signal) =>
    new Promise((resolve, reject) => {
      calls.push({
        request,
        signal,
        settle: (questions) => act(async () => resolve(questions)),
        fail: () => act(async () => reject(new ApiError('network', 'Network Error'))),
      });
    });
  return { calls, generateQuestions };
}
