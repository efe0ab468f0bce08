import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import type { Transport, VoiceOptions } from '@enfilade/shared-contracts/conversation/transport';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Pronunciation } from '@enfilade/shared-contracts/museum/museum';
import type { VisitorSession } from '@enfilade/shared-contracts/visit/session';
import { fetchCallMachine } from '@enfilade/shared-contracts/voice/prepare-call';
import type { Writer } from '@enfilade/shared-contracts/voice/pronunciation/terms';
import { VoiceCall } from '@enfilade/shared-contracts/voice/voice-call';
import type { VoicePage } from '@enfilade/shared-contracts/voice/voice-page';

export interface VoiceEnvironment {
  page: VoicePage;
  clock: Clock;
  session: Pick<VisitorSession, 'store'>;
  pronunciations(): readonly Pronunciation[];
}

/** Fetched when a visitor may soon speak with the guide: the SDKs and everything about calls. */
export const voice = {
  fetchCallMachine,
  createTransport({ page, clock, session, pronunciations }: VoiceEnvironment, write: Writer, call: VoiceOptions): Transport {
    const own = { session, visit: () => pickVisit(session), toWritten: (text: string) => write(text, pronunciations()) };
    return new VoiceCall({ page, clock, call: { ...call, ...own, phrases: pronunciations().map(({ key }) => key) } });
  },
};
