import { leaseLifeMs } from '@enfilade/shared-contracts/api/voice-schemas';
import type { FastifyInstance } from 'fastify';
import type { GatewayOptions } from '../gateway-options.ts';
import type { Limits } from '../limits.ts';
import type { Services } from '../upstream/services.ts';
import { type CallMachineSource, createHostedCallMachine, loadBuiltScript, type ServedScript } from './call-machine.ts';
import { createCallService } from './call-service.ts';
import { createRoomTunnel } from './room-tunnel.ts';
import { registerScriptRoutes } from './script-routes.ts';
import { createVoiceCalls } from './voice-calls.ts';
import { registerVoiceRoutes, type VoiceRoutesOptions } from './voice-routes.ts';

export interface VoiceParts extends Pick<VoiceRoutesOptions, 'museums' | 'settings' | 'visitOf' | 'spending' | 'findVisit'> {
  limits: Limits;
  services: Services;
}

const lineLimit = 1_000;

/** Everything of voice that this origin serves: facts, scripts, calls with their places, the rooms' sound. */
export async function registerVoice(app: FastifyInstance, options: GatewayOptions, parts: VoiceParts): Promise<void> {
  const { clock, log, upstreams, publicOrigin, profiles, voice } = options;
  const {
    services,
    limits: { voice: limits },
  } = parts;
  const { vapiUrl, vapiKey } = upstreams;
  const { callMachine, worklet } = await loadScripts(app, options, parts);
  const service = createCallService({ upstream: services.of('voice'), vapiUrl, vapiKey, log, limits });
  const rules = { slots: voice.slots, lifeMs: leaseLifeMs, patienceMs: limits.patienceMs, lineLimit };
  const calls = createVoiceCalls({ rules, retryAfterSeconds: limits.retryAfterSeconds, service, clock });
  app.addHook('preClose', () => calls.close());
  registerScriptRoutes(app, { callMachine, worklet });
  registerVoiceRoutes(app, {
    ...parts,
    ...voice,
    dictation: upstreams.transcription ? 'site' : 'browser',
    profiles,
    publicOrigin,
    callMachine,
    calls,
    service,
    isDevTest: publicOrigin === undefined,
  });
  if (voice.rooms === 'local') tunnelRooms(app, options, limits.connectMs);
}

interface Scripts {
  callMachine: CallMachineSource;
  worklet: ServedScript | undefined;
}

async function loadScripts(app: FastifyInstance, { voice, log }: GatewayOptions, { services, limits }: VoiceParts): Promise<Scripts> {
  if (voice.rooms === 'hosted') {
    const origin = voice.callMachineOrigin ?? 'https://c.daily.co';
    const callMachine = createHostedCallMachine({ upstream: services.of('call-machine'), origin, log, limits: limits.voice });
    // Fetched before the first visitor asks; nobody waits for it.
    app.addHook('onReady', async () => void callMachine.load());
    return { callMachine, worklet: undefined };
  }
  const [script, worklet] = await Promise.all(['call-machine.js', 'worklet.js'].map((file) => loadBuiltScript(voice.voiceDir, file, log)));
  return { callMachine: { load: () => Promise.resolve(script) }, worklet };
}

function tunnelRooms(app: FastifyInstance, { clock, log, upstreams, publicOrigin }: GatewayOptions, connectMs: number): void {
  const tunnel = createRoomTunnel({ platformUrl: upstreams.vapiUrl, publicOrigin, clock, log, connectMs });
  app.server.on('upgrade', (request, socket, head) => tunnel.accept(request, socket, head));
  app.addHook('preClose', async () => tunnel.close());
}
