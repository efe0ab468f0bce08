import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { findProfile, type ProfileFile, serverProfileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { HttpError } from '../../http/exchange.ts';
import { parseResponse, readJson } from '../upstream/send-call.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { type CacheLimits, createRecordCache } from './museum-directory.ts';

const maxTokensCeiling = 300;
const longestCallSeconds = 43_200;
const longestSilenceSeconds = 3_600;

/** A number of the file, lowered to the ceiling. */
const upTo = (ceiling: number, number: z.ZodNumber) => number.transform((asked) => Math.min(asked, ceiling));

/** A file of the settings bucket. Only provider, model and temperature must stand there. */
const assistantSettingsSchema = z.object({
  provider: z.string().trim().min(1).max(64),
  model: z.string().trim().min(1).max(128),
  temperature: z.number().min(0).max(2),
  /** A longer answer is no longer spoken guiding. */
  maxTokens: upTo(maxTokensCeiling, z.number().int().min(1)).default(maxTokensCeiling),
  /** Reading a visitor's feelings needs a decision of the museum's. */
  emotionDetection: z.boolean().default(false),
  /** Asked for by the museum; only visitors who agreed are ever recorded. */
  recordingEnabled: z.boolean().default(false),
  videoRecordingEnabled: z.boolean().default(false),
  /** Absent: it follows the time the visitor has. */
  maxDurationSeconds: upTo(longestCallSeconds, z.number().int().min(10)).optional(),
  silenceTimeoutSeconds: upTo(longestSilenceSeconds, z.number().int().min(10)).default(90),
  /** What was understood with less confidence is dropped. */
  confidenceThreshold: upTo(1, z.number().min(0)).default(0.4),
});
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>;

export interface SettingsFilesOptions {
  upstream: Upstream;
  /** A file's name is put behind its address. */
  bucket: Upstreams['settings'];
  profiles: readonly ProfileFile[];
  log: FastifyBaseLogger;
  limits: CacheLimits & { settingsMs: number };
}

/** The voice conversation's settings, one file for most museums and another for some: cached as museum records are. */
export type SettingsFiles = ReturnType<typeof createSettingsFiles>;

export const settingsFailedText = 'Failed to load configuration file.';
const { settingsFile: usualFile } = serverProfileSchema.parse({});

export function createSettingsFiles({ upstream, bucket, profiles, log, limits }: SettingsFilesOptions) {
  const failing = new Set<string>();

  const fetchFile = async (file: string): Promise<AssistantSettings> => {
    const { status, json } = await upstream.ask(
      { method: 'GET', url: `${bucket.url}/${file}`, isRepeatable: true },
      { limitMs: limits.settingsMs, read: readJson },
    );
    if (status < 200 || status >= 300) throw new HttpError('upstream-failed', { reason: `status ${status}` });
    return parseResponse(assistantSettingsSchema, json, 'the bucket');
  };

  const loadFile = async (file: string): Promise<AssistantSettings> => {
    try {
      const settings = await fetchFile(file);
      failing.delete(file);
      return settings;
    } catch (error) {
      const { code, reason } = error instanceof HttpError ? error : { code: 'upstream-failed' as const, reason: undefined };
      // A closing site breaks its calls off itself.
      if (code === 'busy') throw error;
      failing.add(file);
      log.error({ upstream: 'settings', file, reason, err: error }, settingsFailedText);
      throw new HttpError(code, { reason: settingsFailedText, cause: error });
    }
  };

  const files = createRecordCache({ name: 'settings', load: loadFile, limits, clock: upstream.clock, log });
  const load = (museumId: EntityId) => files.load(findProfile(profiles, museumId)?.settingsFile ?? usualFile);
  return {
    /** @throws HttpError `upstream-failed`, `upstream-timeout` when the file cannot be had and no old one is left */
    load,
    /** Asks for the file before it is needed. What failed is logged. */
    preload: (museumId: EntityId) => void load(museumId).catch(() => undefined),
    /** Whether a file could not be had when it was last asked for. */
    problem: () => (failing.size > 0 ? settingsFailedText : undefined),
  };
}
