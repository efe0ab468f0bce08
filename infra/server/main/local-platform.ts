import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Content } from '@enfilade/platform/content/content';
import type { createPlatform } from '@enfilade/platform/platform';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Upstreams } from '../gateway/gateway-options.ts';
import type { SiteSettings } from './settings.ts';

/** The stand-ins, listening on a free port of this machine. */
export interface LocalPlatform {
  upstreams: Upstreams;
  close(): Promise<void>;
}

/** Whether a hosted service was left out of the settings, so that a stand-in serves. */
export function needsPlatform({ MIDDLEWARE_URL, KB_URL, VAPI_URL, LLM_URL, TTS_URL, SETTINGS_URL }: SiteSettings): boolean {
  return [MIDDLEWARE_URL, KB_URL, VAPI_URL, LLM_URL, TTS_URL, SETTINGS_URL].includes(undefined);
}

export interface PlatformModule {
  createPlatform: typeof createPlatform;
}

export interface LocalPlatformOptions {
  settings: SiteSettings;
  content: Content;
  speechProgram: string;
  /** Loads the platform's own build: a site that leaves no service out installs nothing of it. */
  loadPlatform(): Promise<PlatformModule>;
  clock: Clock;
}

/** Starts the stand-ins with credentials nobody else knows, made for this run. */
export async function startLocalPlatform(options: LocalPlatformOptions): Promise<LocalPlatform> {
  const { settings, content, speechProgram, clock } = options;
  const { createPlatform } = await options.loadPlatform();
  const [password, vapiKey, llmKey, ttsKey] = [secret(), secret(), secret(), secret()];
  const email = 'gateway@platform.invalid';
  const transcription = pickTranscription(settings);
  const app = await createPlatform({
    content,
    credential: { email, password },
    vapiKey,
    llmKey,
    ttsKey,
    clock,
    speechProgram,
    ...(transcription && { transcription }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    upstreams: {
      middlewareUrl: url,
      middlewareEmail: email,
      middlewarePassword: password,
      kbUrl: url,
      vapiUrl: url,
      vapiKey,
      llmUrl: url,
      llmKey,
      llmModel: 'stand-in',
      ttsUrl: url,
      ttsKey,
      ttsModel: 'eleven_turbo_v2_5',
      settingsUrl: `${url}/settings`,
    },
    close: () => app.close(),
  };
}

const secret = (): string => randomBytes(24).toString('hex');

/** The service that hears; its variables stand together or not at all. */
function pickTranscription({ STT_URL: url, STT_KEY: key = '', STT_MODEL: model = '' }: SiteSettings) {
  return url === undefined ? undefined : { url, key, model };
}
