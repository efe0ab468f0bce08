import { resolve } from 'node:path';
import { z } from 'zod';
import type { TranscriptionService } from './voice/transcriber.ts';

const secretSchema = z.string().min(8).max(256);

const environmentSchema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port')
    .transform(Number)
    .pipe(z.number().max(65_535))
    .default(8090),
  HOST: z.string().min(1).default('127.0.0.1'),
  CONTENT_DIR: z.string().min(1).optional(),
  MIDDLEWARE_EMAIL: z.email(),
  MIDDLEWARE_PASSWORD: secretSchema,
  VAPI_PRIVATE_KEY: secretSchema,
  LLM_KEY: secretSchema,
  TTS_KEY: secretSchema,
  STT_URL: z.url({ protocol: /^https?$/ }).optional(),
  STT_KEY: z.string().min(1).max(1024).optional(),
  STT_MODEL: z.string().min(1).max(128).default('whisper-1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The environment does not describe a platform. One line a problem; the values are not repeated. */
export class PlatformSettingsError extends Error {
  readonly code = 'platform-settings';

  constructor(problems: readonly string[]) {
    super(['The platform cannot start:', ...problems].join('\n  '));
    this.name = 'PlatformSettingsError';
  }
}

/**
 * The platform's settings from the environment; an empty variable counts as absent.
 * @param ownDirectory where the server's file lies; the demo content is its neighbour
 * @throws PlatformSettingsError with every problem at once
 */
export function parsePlatformSettings(environment: NodeJS.ProcessEnv, ownDirectory: string) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) throw new PlatformSettingsError(parsed.error.issues.map((issue) => describe(issue, present)));
  const { PORT, HOST, CONTENT_DIR, MIDDLEWARE_EMAIL, MIDDLEWARE_PASSWORD, VAPI_PRIVATE_KEY, LLM_KEY, LOG_LEVEL } = parsed.data;
  const { TTS_KEY, STT_URL, STT_KEY, STT_MODEL } = parsed.data;
  return {
    /** 0: any free port. */
    port: PORT,
    host: HOST,
    contentDirectory: CONTENT_DIR ?? resolve(ownDirectory, '../../demo'),
    credential: { email: MIDDLEWARE_EMAIL, password: MIDDLEWARE_PASSWORD },
    vapiKey: VAPI_PRIVATE_KEY,
    llmKey: LLM_KEY,
    ttsKey: TTS_KEY,
    speechProgram: resolve(ownDirectory, '../../speech/main.mjs'),
    ...(STT_URL !== undefined && { transcription: { url: STT_URL, key: STT_KEY, model: STT_MODEL } satisfies TranscriptionService }),
    logLevel: LOG_LEVEL,
  };
}

function describe({ path, message }: z.core.$ZodIssue, present: NodeJS.ProcessEnv): string {
  const name = String(path[0]);
  return present[name] === undefined ? `${name} is missing` : `${name}: ${message}`;
}
