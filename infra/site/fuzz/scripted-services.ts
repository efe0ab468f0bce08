import type { Upstreams } from '../../gateway/gateway-options.ts';
import { type ScriptedUpstreams, startScriptedUpstreams } from '../../gateway/testing/scripted-upstreams.ts';
import { answerSound, ttsPath } from '../../gateway/testing/speech-client.ts';
import { secrets, upstreamsAt } from '../../gateway/testing/test-gateway.ts';
import { startTranscriptionServer } from '../../gateway/testing/transcription-server.ts';

/** All services the site is in front of, healthy and quick. */
export interface ScriptedServices {
  upstreams: ScriptedUpstreams;
  addresses: Upstreams;
  /** Calls of all of them since the last time, forgotten with it. */
  takeCalls(): number;
  close(): Promise<void>;
}

export async function startScriptedServices(): Promise<ScriptedServices> {
  const [upstreams, ear] = await Promise.all([startScriptedUpstreams(), startTranscriptionServer()]);
  upstreams.on(ttsPath(), answerSound());
  const { origin } = upstreams;
  return {
    upstreams,
    addresses: { ...upstreamsAt(origin), transcription: { url: ear.origin, key: secrets.stt, model: 'small-ear' } },
    takeCalls: () => upstreams.heard.splice(0).length + ear.calls.splice(0).length,
    async close() {
      await Promise.all([upstreams.close(), ear.close()]);
    },
  };
}
