import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import { defaultProfile, type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { findProfile, type ProfileFile, serverProfileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { HttpError, toHttpError } from '../../http/exchange.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { parseResponse, readJson } from '../upstream/upstream-response.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import type { MiddlewareClient } from './middleware-client.ts';
import { createMuseumTexts, type DocumentsOf, type MuseumText, type MuseumTexts } from './museum-texts.ts';

/** The middleware's records, cached, with the profiles laid over them. */
export type MuseumDirectory = ReturnType<typeof createMuseumDirectory>;

const nothingFoundText = 'No exhibition or assistant found';

interface MuseumDirectoryOptions {
  middleware: MiddlewareClient;
  profiles: readonly ProfileFile[];
  documentsOf?: DocumentsOf | undefined;
  museumIds: readonly EntityId[];
  clock: Clock;
  log: FastifyBaseLogger;
  limits: CacheLimits;
}

export function createMuseumDirectory({ middleware, profiles, documentsOf, museumIds, clock, log, limits }: MuseumDirectoryOptions) {
  const museums = createRecordCache({ name: 'museum', load: (key) => middleware.fetchMuseum(key), limits, clock, log });
  const exhibitions = createRecordCache({
    name: 'exhibition',
    load: (key) => fetchExhibition({ middleware, log }, key),
    limits,
    clock,
    log,
  });
  const published = new Map<ProfileFile | undefined, ReturnType<typeof publishProfile>>(
    profiles.map((file) => [file, publishProfile(file, documentsOf?.(file) ?? [])]),
  );
  const find = (museumId: EntityId) => published.get(findProfile(profiles, museumId));
  const codes = readCodes(profiles, museumIds);
  return {
    /** @throws HttpError `museum-not-found`, `upstream-failed`, `upstream-timeout` */
    loadMuseum: (museumId: EntityId) => museums.load(museumId),
    peekMuseum: (museumId: EntityId) => museums.peek(museumId),
    /** @throws HttpError as `loadMuseum`, also `exhibition-not-found` */
    async loadExhibition(museumId: EntityId, exhibitionId: EntityId): Promise<ExhibitionRecord> {
      const museum = await museums.load(museumId);
      if (!museum.exhibitions.some(({ _id }) => _id === exhibitionId)) {
        log.warn({ museumId, exhibitionId }, nothingFoundText);
        throw new HttpError('exhibition-not-found');
      }
      return exhibitions.load(`${museumId}/${exhibitionId}`);
    },
    peekExhibition: (museumId: EntityId, exhibitionId: EntityId) => exhibitions.peek(`${museumId}/${exhibitionId}`),
    profileOf: (museumId: EntityId): MuseumProfile => find(museumId)?.profile ?? defaultProfile,
    /** @throws HttpError `not-found` if the museum has no texts that visitors may read */
    textsOf(museumId: EntityId): MuseumTexts {
      const texts = find(museumId)?.texts;
      if (!texts) throw new HttpError('not-found');
      return texts;
    },
    /** Includes documents that visitors may not read. */
    tourDocumentsOf: (museumId: EntityId, language: Language) =>
      find(museumId)?.documents.filter((document) => document.language === language) ?? [],
    findByCode: (code: string) => codes.get(code.toUpperCase()),
  };
}

/** A museum may reserve its texts for its guide. */
function publishProfile(file: ProfileFile, documents: readonly MuseumText[]) {
  const texts = file.showsTexts === false || documents.length === 0 ? undefined : createMuseumTexts(documents);
  return { documents, texts, profile: museumProfileSchema.parse({ ...file, showsTexts: texts && true }) };
}

/** Logs the ids; visitors get the catalogue's sentence. */
async function fetchExhibition(
  { middleware, log }: Pick<MuseumDirectoryOptions, 'middleware' | 'log'>,
  key: string,
): Promise<ExhibitionRecord> {
  const [museumId = '', exhibitionId = ''] = key.split('/');
  try {
    const record = await middleware.fetchExhibition(museumId, exhibitionId);
    if (!record.assistant) log.warn({ museumId, exhibitionId }, nothingFoundText);
    return record;
  } catch (error) {
    const { code, reason } = toHttpError(error);
    if (code === 'exhibition-not-found') log.warn({ museumId, exhibitionId }, nothingFoundText);
    else log.error({ museumId, exhibitionId, code, reason, err: error }, 'the exhibition could not be fetched');
    throw error;
  }
}

/** A profile may name only the beginning of a museum's id: its code leads to the first known museum with this beginning. */
function readCodes(profiles: readonly ProfileFile[], museumIds: readonly EntityId[]): Map<string, EntityId> {
  const codes = new Map<string, EntityId>();
  for (const { wallCode, museum } of profiles) {
    const id = parseEntityId(museum) ?? museumIds.find((known) => known.startsWith(museum));
    if (wallCode && id) codes.set(wallCode, id);
  }
  return codes;
}

interface CacheLimits {
  freshMs: number;
  /** Age up to which a record is served if the request fails. */
  staleMs: number;
  /** An unknown id is not requested again for this time. */
  missingMs: number;
  /** After a failed refresh the old record is served at once for this long. */
  staleRetryMs: number;
}

interface CachedRecord<T> {
  value: T;
  loadedAt: number;
}

interface RecordCacheOptions<T> {
  load: (key: string) => Promise<T>;
  limits: CacheLimits;
  clock: Clock;
  log: FastifyBaseLogger;
  name: string;
}

/** Larger than the number of pending requests, so that pending unknown ids displace no record. */
const maxRecords = 10_000;
const maxMissing = 10_000;
const notFound = new Set(['museum-not-found', 'exhibition-not-found']);
const isNotFound = (error: unknown): error is HttpError => error instanceof HttpError && notFound.has(error.code);

/** Sends one request at a time for each key. Caches unknown ids too. */
function createRecordCache<T>({ load, limits, clock, log, name }: RecordCacheOptions<T>) {
  const timing = { ttlResolution: 0, perf: clock };
  const missing = new LRUCache<string, HttpError>({ ...timing, max: maxMissing, ttl: limits.missingMs });
  const isUsable = (cached: CachedRecord<T> | undefined): cached is CachedRecord<T> =>
    cached !== undefined && clock.now() - cached.loadedAt < limits.staleMs;
  const records = new LRUCache<string, CachedRecord<T>>({
    ...timing,
    max: maxRecords,
    ttl: limits.freshMs,
    noDeleteOnStaleGet: true,
    async fetchMethod(key, before, { options }) {
      try {
        return { value: await load(key), loadedAt: clock.now() };
      } catch (error) {
        if (isNotFound(error)) missing.set(key, error);
        if (isNotFound(error) || !isUsable(before)) throw error;
        const { code, reason = code } = toHttpError(error);
        log.warn({ record: name, reason }, 'serving an old record');
        options.ttl = limits.staleRetryMs;
        return before;
      }
    },
  });

  return {
    /** @throws what `load` threw, if no cached record can be used */
    async load(key: string): Promise<T> {
      const unknown = missing.get(key);
      if (unknown) throw unknown;
      return (await records.forceFetch(key)).value;
    },
    peek(key: string) {
      const cached = records.get(key, { allowStale: true });
      return isUsable(cached) ? cached.value : undefined;
    },
  };
}

const maxTokensCeiling = 300;
const longestCallSeconds = 43_200;
const longestSilenceSeconds = 3_600;

const upTo = (ceiling: number, number: z.ZodNumber) => number.transform((asked) => Math.min(asked, ceiling));

const assistantSettingsSchema = z.object({
  provider: z.string().trim().min(1).max(64),
  model: z.string().trim().min(1).max(128),
  temperature: z.number().min(0).max(2),
  /** Visitors do not listen to longer spoken answers. */
  maxTokens: upTo(maxTokensCeiling, z.number().int().min(1)).default(maxTokensCeiling),
  /** Off unless the museum decides to have visitors' emotions recognised. */
  emotionDetection: z.boolean().default(false),
  /** Only visitors who agreed are recorded. */
  recordingEnabled: z.boolean().default(false),
  videoRecordingEnabled: z.boolean().default(false),
  /** Absent: twice the visitor's time plus ten minutes. */
  maxDurationSeconds: upTo(longestCallSeconds, z.number().int().min(10)).optional(),
  silenceTimeoutSeconds: upTo(longestSilenceSeconds, z.number().int().min(10)).default(90),
  /** Words transcribed with less confidence are dropped. */
  confidenceThreshold: upTo(1, z.number().min(0)).default(0.4),
});
export type AssistantSettings = z.infer<typeof assistantSettingsSchema>;

interface SettingsFilesOptions {
  upstream: Upstream;
  bucket: Upstreams['settings'];
  profiles: readonly ProfileFile[];
  log: FastifyBaseLogger;
  limits: CacheLimits & { settingsMs: number };
}

/** Cached as museum records are. A museum's profile may name a file of its own. */
export type SettingsFiles = ReturnType<typeof createSettingsFiles>;

export const settingsFailedText = 'Failed to load configuration file.';
const { settingsFile: usualFile } = serverProfileSchema.parse({});

export function createSettingsFiles({ upstream, bucket, profiles, log, limits }: SettingsFilesOptions) {
  const failing = new Set<string>();

  const loadFile = async (file: string): Promise<AssistantSettings> => {
    try {
      const call = { method: 'GET', url: `${bucket.url}/${file}`, isRepeatable: true } as const;
      const { status, json } = await upstream.ask(call, { limitMs: limits.settingsMs, read: readJson });
      if (status < 200 || status >= 300) throw new HttpError('upstream-failed', { reason: `status ${status}` });
      const settings = parseResponse(assistantSettingsSchema, json, 'the bucket');
      failing.delete(file);
      return settings;
    } catch (error) {
      const { code, reason } = toHttpError(error);
      // A closing site cancels its own calls.
      if (code === 'busy') throw error;
      failing.add(file);
      log.error({ upstream: 'settings', file, reason, err: error }, settingsFailedText);
      throw new HttpError(code, { reason: settingsFailedText, cause: error });
    }
  };

  const files = createRecordCache({ name: 'settings', load: loadFile, limits, clock: upstream.clock, log });
  const load = (museumId: EntityId) => files.load(findProfile(profiles, museumId)?.settingsFile ?? usualFile);
  return {
    /** @throws HttpError `upstream-failed`, `upstream-timeout` if the file cannot be loaded and no cached file is left */
    load,
    preload: (museumId: EntityId) => void load(museumId).catch(() => undefined),
    problem: () => (failing.size > 0 ? settingsFailedText : undefined),
  };
}
