import type { ConversationContext } from '@enfilade/shared-contracts/conversation/conversation';
import type { VoiceOptions } from '@enfilade/shared-contracts/conversation/runtime/active-transport';
import type { Transport } from '@enfilade/shared-contracts/conversation/transport';
import { createLazyVoiceTransport } from '@enfilade/shared-contracts/conversation/transports/lazy-voice-transport';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Pronunciation } from '@enfilade/shared-contracts/museum/museum';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import type { VoicePage } from '@enfilade/shared-contracts/voice/voice-page';
import { loadWriter } from './load-writer.ts';

export interface VoiceSurroundings {
  page: VoicePage;
  clock: Clock;
  session: Pick<VisitorSession, 'store'>;
  /** Of the exhibition the visitor is in. */
  pronunciations(): readonly Pronunciation[];
}

const loadChunk = () => import(/* webpackChunkName: "voice" */ './voice-chunk.ts');

/** Makes voice transports; the first that connects fetches the voice code, one chunk of this build, and its language's rules. */
export function createVoiceTransports(
  { page, pronunciations, ...rest }: VoiceSurroundings,
  load = { code: loadChunk, writer: loadWriter },
): (context: ConversationContext, call: VoiceOptions) => Transport {
  const { clock } = rest;
  return (context, call) =>
    createLazyVoiceTransport({
      clock,
      limitMs: call.limitMs,
      load: async () => {
        const [{ voice }, write] = await Promise.all([load.code(), load.writer(context.language)]);
        const client = voice.createVoiceClient({ page, clock });
        const toWritten = (text: string) => write(text, pronunciations());
        return { createVoiceTransport: () => voice.createVoiceTransport({ ...rest, client, call, toWritten }) };
      },
    });
}
