import { createVoiceClient } from '@enfilade/shared-contracts/conversation/voice/client/create-voice-client';
import { createVoiceTransport } from '@enfilade/shared-contracts/conversation/voice/voice-transport';

/** What the page fetches when a visitor begins to speak with the guide: the SDKs and all that knows of calls. */
export const voice = { createVoiceClient, createVoiceTransport };
