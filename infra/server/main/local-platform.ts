import { createHmac, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { Content } from '@enfilade/platform/content/content';
import type { createPlatform } from '@enfilade/platform/platform';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { standInsOf, upstreamsSchema } from '../gateway/upstream/upstreams.ts';
import type { SiteSettings } from './settings.ts';

/** The stand-ins, listening on a free port of this machine. */
export type LocalPlatform = Awaited<ReturnType<typeof startLocalPlatform>>;

/** Whether a hosted service was left out of the settings, so that a stand-in serves. */
export function needsPlatform({ upstreams }: SiteSettings): boolean {
  return !upstreamsSchema.safeParse(upstreams).success;
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

/** Starts the stand-ins with credentials made for this run. */
export async function startLocalPlatform(options: LocalPlatformOptions) {
  const { settings, content, speechProgram, clock } = options;
  const { createPlatform } = await options.loadPlatform();
  const runKey = randomBytes(32);
  const secretOf = (variable: string) => createHmac('sha256', runKey).update(variable).digest('hex');
  // Its port is known once it listens, and it listens once it knows its keys.
  const { middleware, vapi, llm, tts } = standInsOf({ url: 'http://127.0.0.1', secretOf });
  const app = await createPlatform({
    content,
    credential: { email: middleware.email, password: middleware.password },
    vapiKey: vapi.key,
    llmKey: llm.key,
    ttsKey: tts.key,
    clock,
    speechProgram,
    ...(settings.upstreams.stt && { transcription: settings.upstreams.stt }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { upstreams: standInsOf({ url, secretOf }), close: () => app.close() };
}
