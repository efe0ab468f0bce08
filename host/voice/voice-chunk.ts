import { createVoiceTransport } from '@enfilade/shared-contracts/conversation/transports/voice-transport';
import { createVoiceClient } from '@enfilade/shared-contracts/voice/create-voice-client';

/** What the page fetches when a visitor begins to speak with the guide: the SDKs and all that knows of calls. */
export const voice = { createVoiceClient, createVoiceTransport };
