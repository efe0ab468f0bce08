import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { ExhibitionRecord } from '@enfilade/shared-contracts/museum/exhibition-record';
import { type EntityId, parseEntityId } from '@enfilade/shared-contracts/museum/id';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { defaultProfile, type MuseumProfile, museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { findProfile, type ProfileFile } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import type { MiddlewareClient } from './middleware-client.ts';
import { type CacheLimits, createRecordCache } from './record-cache.ts';

/** What the gateway knows of museums: the middleware's records, cached, and the profiles laid over them. */
export interface MuseumDirectory {
  /** @throws HttpError `museum-not-found`, `upstream-failed`, `upstream-timeout` */
  loadMuseum(museumId: EntityId): Promise<Museum>;
  /** The record at hand, if there is one; asks nobody. */
  peekMuseum(museumId: EntityId): Museum | undefined;
  /** Only an exhibition of this very museum. @throws HttpError, also `exhibition-not-found` */
  loadExhibition(museumId: EntityId, exhibitionId: EntityId): Promise<ExhibitionRecord>;
  /** What browsers may see of the museum's profile. */
  profileOf(museumId: EntityId): MuseumProfile;
  /** The museum of a code on the wall, in any case. */
  findByCode(code: string): EntityId | undefined;
}

const nothingFoundText = 'No exhibition or assistant found';

export interface MuseumDirectoryOptions {
  middleware: MiddlewareClient;
  profiles: readonly ProfileFile[];
  museumIds: readonly EntityId[];
  clock: Clock;
  log: FastifyBaseLogger;
  limits: CacheLimits;
}

export function createMuseumDirectory({ middleware, profiles, museumIds, clock, log, limits }: MuseumDirectoryOptions): MuseumDirectory {
  const museums = createRecordCache({ name: 'museum', load: (key) => middleware.fetchMuseum(key), limits, clock, log });
  const exhibitions = createRecordCache({
    name: 'exhibition',
    load: async (key) => {
      const [museumId = '', exhibitionId = ''] = key.split('/');
      return fetchExhibition({ middleware, log, museumId, exhibitionId });
    },
    limits,
    clock,
    log,
  });
  const publicProfiles = new Map(profiles.map((profile) => [profile, museumProfileSchema.parse(profile)]));
  const codes = readCodes(profiles, museumIds);
  return {
    loadMuseum: (museumId) => museums.load(museumId),
    peekMuseum: (museumId) => museums.peek(museumId),
    async loadExhibition(museumId, exhibitionId) {
      const museum = await museums.load(museumId);
      if (!museum.exhibitions.some(({ _id }) => _id === exhibitionId)) {
        log.warn({ museumId, exhibitionId }, nothingFoundText);
        throw new HttpError('exhibition-not-found');
      }
      return exhibitions.load(`${museumId}/${exhibitionId}`);
    },
    profileOf(museumId) {
      const profile = findProfile(profiles, museumId);
      return (profile && publicProfiles.get(profile)) ?? defaultProfile;
    },
    findByCode: (code) => codes.get(code.toUpperCase()),
  };
}

interface ExhibitionKey {
  middleware: MiddlewareClient;
  log: FastifyBaseLogger;
  museumId: EntityId;
  exhibitionId: EntityId;
}

/** The ids stand in the log alone: visitors get the catalogue's sentence. */
async function fetchExhibition({ middleware, log, museumId, exhibitionId }: ExhibitionKey): Promise<ExhibitionRecord> {
  try {
    const record = await middleware.fetchExhibition(museumId, exhibitionId);
    if (!record.assistant) log.warn({ museumId, exhibitionId }, nothingFoundText);
    return record;
  } catch (error) {
    const { code, reason } = error instanceof HttpError ? error : { code: 'internal', reason: undefined };
    if (code === 'exhibition-not-found') log.warn({ museumId, exhibitionId }, nothingFoundText);
    else log.error({ museumId, exhibitionId, code, reason, err: error }, 'the exhibition could not be fetched');
    throw error;
  }
}

/** A profile for an id's beginning needs a known museum for its code to lead somewhere. */
function readCodes(profiles: readonly ProfileFile[], museumIds: readonly EntityId[]): Map<string, EntityId> {
  const codes = new Map<string, EntityId>();
  for (const { wallCode, museum } of profiles) {
    const id = parseEntityId(museum) ?? museumIds.find((known) => known.startsWith(museum));
    if (wallCode && id) codes.set(wallCode, id);
  }
  return codes;
}
