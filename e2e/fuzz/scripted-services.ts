import { type ScriptedUpstreams, startScriptedUpstreams } from '@enfilade/server/gateway/testing/scripted-upstreams';
import { answerSound, ttsPath } from '@enfilade/server/gateway/testing/speech-client';
import { secrets, upstreamsAt } from '@enfilade/server/gateway/testing/test-gateway';
import { startTranscriptionServer } from '@enfilade/server/gateway/testing/transcription-server';
import type { Upstreams } from '@enfilade/server/gateway/upstream/upstreams';

/** The services are healthy and quick. */
export interface ScriptedServices {
  upstreams: ScriptedUpstreams;
  addresses: Upstreams;
  takeCalls(): number;
  close(): Promise<void>;
}

export async function startScriptedServices(): Promise<ScriptedServices> {
  const [upstreams, ear] = await Promise.all([startScriptedUpstreams(), startTranscriptionServer()]);
  upstreams.on(ttsPath(), answerSound());
  const { origin } = upstreams;
  return {
    upstreams,
    addresses: { ...upstreamsAt(origin), stt: { url: ear.origin, key: secrets.stt, model: 'small-ear' } },
    takeCalls: () => upstreams.heard.splice(0).length + ear.calls.splice(0).length,
    async close() {
      await Promise.all([upstreams.close(), ear.close()]);
    },
  };
}
