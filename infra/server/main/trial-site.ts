import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { MuseumKey } from '@enfilade/shared-contracts/api/registry-schemas';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { defaultProfile, type MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { createLog } from '../http/create-log.ts';
import { hashPassword } from '../operators/password.ts';
import { openRegistry, type WholeRelease } from '../registry/registry.ts';
import { PublishRefusedError } from '../registry/state/registry-error.ts';
import { type PlayedServices, type RecordSource, startPlayedServices } from './played-services.ts';
import { parseSettings } from './settings.ts';
import { startSite } from './start-site.ts';

export interface TrialMuseum {
  museumId: string;
  profile: MuseumProfile;
  /** Files of its folder that its profile or record names, by address. */
  media: ReadonlyMap<string, Uint8Array>;
}

export interface TrialContent {
  /** A folder of its own. */
  folder: string;
  museums: readonly TrialMuseum[];
  releases: readonly WholeRelease[];
  /** Museum, or `*`, → remote → version. */
  pins: ReadonlyMap<MuseumKey, ReadonlyMap<string, string>>;
}

/** The operator of trial sites. */
export const trialOperator = { name: 'player', password: 'played and not more than that' };

const paths = (folder: string) => ({
  data: path.join(folder, 'data'),
  content: path.join(folder, 'content'),
  operators: path.join(folder, 'operators.json'),
});

/**
 * Writes what every trial site begins with: the museums, the versions as they were published, and who gets which.
 * @returns by name and version, as `visit 1.9.0`: why the host of this release would not load it
 */
export async function prepareTrial({ folder, museums, releases, pins }: TrialContent): Promise<ReadonlyMap<string, string>> {
  const { data, content, operators } = paths(folder);
  await mkdir(path.join(content, 'museums'), { recursive: true });
  for (const museum of museums) await writeMuseum(content, museum);
  const account = { name: trialOperator.name, password: await hashPassword(trialOperator.password), museums: '*' };
  await writeFile(operators, JSON.stringify([account]), { mode: 0o600 });
  const registry = await openRegistry({ dataDir: data, clock: systemClock, log: createLog({ level: 'silent' }) });
  try {
    const actor = 'trial';
    for (const whole of releases) await registry.adopt({ ...whole, actor });
    const refused = new Map<string, string>();
    for (const [museumId, versions] of pins)
      for (const [name, version] of versions)
        await registry.pin({ museumId, name, version, expected: null, actor }).catch((error: unknown) => {
          if (!(error instanceof PublishRefusedError)) throw error;
          refused.set(`${name} ${version}`, error.message);
        });
    return refused;
  } finally {
    await registry.close();
  }
}

const ownFile = /^\/media\/museums\/([a-z0-9-]+)\/([\w.-]+)$/;

/** In the folder that its own files are addressed by; one without any may lie anywhere. */
async function writeMuseum(contentDir: string, { museumId, profile, media }: TrialMuseum): Promise<void> {
  const addresses = [...media].flatMap(([address, bytes]) => {
    const [, folder, file] = ownFile.exec(address) ?? [];
    return folder && file ? [{ folder, file, bytes }] : [];
  });
  const home = path.join(contentDir, 'museums', addresses[0]?.folder ?? museumId);
  for (const { folder, file, bytes } of addresses) {
    await mkdir(path.join(contentDir, 'museums', folder), { recursive: true });
    await writeFile(path.join(contentDir, 'museums', folder, file), bytes);
  }
  // A museum without a profile has that of all who have none.
  if (isDeepStrictEqual(profile, defaultProfile)) return;
  await mkdir(home, { recursive: true });
  const voices = [profile.voices, profile.premiumVoices].flatMap((byLanguage) => Object.values(byLanguage).flat());
  const providerVoices = Object.fromEntries(voices.map(({ voiceId }) => [voiceId, 'played']));
  await writeFile(path.join(home, 'profile.json'), JSON.stringify({ ...profile, museum: museumId, providerVoices }));
}

export interface TrialSiteOptions {
  /** As `prepareTrial` left it. */
  folder: string;
  /** Where this one site writes. */
  dataDir: string;
  hostDir: string;
  demoContentDir: string;
  records: RecordSource;
}

/** A site, and what it says and hears for the play that is played there. */
export interface TrialSite extends Pick<PlayedServices, 'play' | 'hear'> {
  origin: string;
  close(): Promise<void>;
}

/** A whole site of this release with that host, in front of played services. */
export async function startTrialSite({ folder, dataDir, hostDir, demoContentDir, records }: TrialSiteOptions): Promise<TrialSite> {
  const { data, content, operators } = paths(folder);
  // Beside a database that was closed lies what another one's end may take away meanwhile.
  await cp(data, dataDir, { recursive: true, filter: (file) => !/-(?:shm|wal)$/.test(file) });
  const services = await startPlayedServices(records);
  try {
    const site = await startSite({
      settings: parseSettings({
        ...{ PORT: '0', DATA_DIR: dataDir, CONTENT_DIR: content, OPERATORS_FILE: operators },
        ...settingsOf(services.url),
      }),
      hostDir,
      demoContentDir,
      // Nothing is left to stand-ins, and nobody is called.
      voiceDir: dataDir,
      voice: { rooms: 'local' },
      speechProgram: '',
      loadPlatform: () => Promise.reject(new Error('A trial needs no stand-ins')),
      builds: [],
      // A crowd of plays is no overload, and nobody is told goodbye.
      serverLimits: { waitMs: Number.POSITIVE_INFINITY, farewellMs: 0, overdueMs: 0 },
      clock: systemClock,
      log: createLog({ level: 'silent' }),
    });
    return {
      ...services,
      origin: site.origin,
      async close() {
        await site.close();
        await services.close();
      },
    };
  } catch (error) {
    await services.close();
    throw error;
  }
}

/** Every service behind the site is the played one. */
function settingsOf(url: string): Record<string, string> {
  const key = 'played';
  return {
    ...{ MIDDLEWARE_URL: url, MIDDLEWARE_EMAIL: 'played@example.org', MIDDLEWARE_PASSWORD: key, KB_URL: url },
    ...{ VAPI_URL: url, VAPI_PRIVATE_KEY: key, LLM_URL: url, LLM_MODEL: key, SETTINGS_URL: `${url}/settings` },
    ...{ TTS_URL: url, TTS_KEY: key, TTS_MODEL: key, TTS_KIND: 'elevenlabs', STT_URL: url, STT_KEY: key, STT_MODEL: key },
  };
}

/** What this file is to whoever loads its build. */
export interface TrialModule {
  prepareTrial: typeof prepareTrial;
  startTrialSite: typeof startTrialSite;
  trialOperator: typeof trialOperator;
}
