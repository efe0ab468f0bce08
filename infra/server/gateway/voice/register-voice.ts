import { leaseLifeMs, type VoiceFacts } from '@enfilade/shared-contracts/api/voice-schemas';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Services } from '../upstream/services.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { type CallMachineSource, createHostedCallMachine, loadBuiltScript, type ServedScript } from './call-machine.ts';
import { createCallService } from './call-service.ts';
import { createRoomTunnel } from './room-tunnel.ts';
import { registerScriptRoutes } from './script-routes.ts';
import { createVoiceCalls } from './voice-calls.ts';
import { registerVoiceRoutes, type VoiceRoutesOptions } from './voice-routes.ts';

/** How this site talks and listens. */
export interface VoiceOptions {
  /** Whose rooms carry the sound: our own platform's, reached through this site, or Daily's. */
  rooms: 'local' | 'hosted';
  hearing: VoiceFacts['hearing'];
  /** How many visitors may talk at once. */
  slots: number;
  /** The built call machine and worklet of the local platform. */
  voiceDir: string;
  /** Where Daily's call machine is fetched from; absent: Daily itself. */
  callMachineOrigin?: string | undefined;
}

export interface VoiceLimits {
  /** For the platform to open a call. */
  openMs: number;
  /** For the platform to answer a call's end. */
  endMs: number;
  connectMs: number;
  /** For Daily's call machine, and between two tries. */
  bundleMs: number;
  bundleRetryMs: number;
  /** A visit that waits for a slot is asked to come again after this, and has gone when it took `patienceMs`. */
  retryAfterSeconds: number;
  patienceMs: number;
}

export interface RegisterVoiceOptions
  extends Pick<VoiceRoutesOptions, 'museums' | 'settings' | 'visitOf' | 'spending' | 'findVisit' | 'profiles' | 'publicOrigin'> {
  voice: VoiceOptions;
  upstreams: Upstreams;
  services: Services;
  limits: VoiceLimits;
  clock: Clock;
  log: FastifyBaseLogger;
}

const queueLimit = 1_000;

/** Everything of voice that this origin serves: facts, scripts, calls with their slots, the rooms' sound. */
export async function registerVoice(app: FastifyInstance, options: RegisterVoiceOptions): Promise<void> {
  const { clock, log, upstreams, publicOrigin, voice, services, limits } = options;
  const scripts = await loadScripts(app, options);
  const service = createCallService({ upstream: services.of('voice'), vapi: upstreams.vapi, log, limits });
  const rules = { slots: voice.slots, lifeMs: leaseLifeMs, patienceMs: limits.patienceMs, queueLimit };
  const calls = createVoiceCalls({ rules, retryAfterSeconds: limits.retryAfterSeconds, service, clock });
  app.addHook('preClose', () => calls.close());
  registerScriptRoutes(app, scripts);
  registerVoiceRoutes(app, {
    ...options,
    ...voice,
    dictation: upstreams.stt ? 'site' : 'browser',
    callMachine: scripts.callMachine,
    calls,
    service,
    isDevTest: publicOrigin === undefined,
  });
  if (voice.rooms === 'local') tunnelRooms(app, options);
}

interface Scripts {
  callMachine: CallMachineSource;
  worklet: ServedScript | undefined;
}

async function loadScripts(app: FastifyInstance, { voice, log, services, limits }: RegisterVoiceOptions): Promise<Scripts> {
  if (voice.rooms === 'hosted') {
    const origin = voice.callMachineOrigin ?? 'https://c.daily.co';
    const callMachine = createHostedCallMachine({ upstream: services.of('call-machine'), origin, log, limits });
    // Fetched before the first visitor asks; nobody waits for it.
    app.addHook('onReady', async () => void callMachine.load());
    return { callMachine, worklet: undefined };
  }
  const [script, worklet] = await Promise.all(['call-machine.js', 'worklet.js'].map((file) => loadBuiltScript(voice.voiceDir, file, log)));
  return { callMachine: { load: () => Promise.resolve(script) }, worklet };
}

function tunnelRooms(app: FastifyInstance, { clock, log, upstreams, publicOrigin, limits }: RegisterVoiceOptions): void {
  const { connectMs } = limits;
  const tunnel = createRoomTunnel({ platformUrl: upstreams.vapi.url, publicOrigin, clock, log, connectMs });
  app.server.on('upgrade', (request, socket, head) => tunnel.accept(request, socket, head));
  app.addHook('preClose', async () => tunnel.close());
}
