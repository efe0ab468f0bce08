import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Log } from '../../http/create-log.ts';
import { currentVersions, type RegistryState, runningRollouts } from '../state/registry-state.ts';
import { entryFile, isScriptOrStyle, type Release } from '../state/releases.ts';
import type { ArtifactStore } from './artifact-store.ts';
import type { DeltaTask } from './delta-worker.ts';

// Compression dictionaries (RFC 9842): the browser's cached file of an older version or of the landing is the dictionary of a request.

/** Most visits begin with this remote, so browsers have its files when they request another screen. */
const anchorRemote = 'landing';
/** If more versions are in use, the newest get deltas. */
const mostVersions = 8;
/** Larger files take long to compress. */
const mostBytes = 131_072;

/** The rest of a file's name is the same in every version. */
const buildHash = /\.[0-9a-f]{4,}(?=\.(?:js|css)$)/;
const kindOf = (file: string) => path.posix.basename(file).replace(buildHash, '.*');

/** True for an initial file of the landing. Browsers use the file as a compression dictionary for every remote. */
const isAnchor = ({ name, initial }: Release, file: string) => name === anchorRemote && (file === entryFile || initial.includes(file));

/** `Use-As-Dictionary`. The longer pattern wins, so that a browser prefers a remote's own earlier version. */
export function dictionaryScope(release: Release, file: string): string | undefined {
  if (!isScriptOrStyle(file)) return undefined;
  return `${isAnchor(release, file) ? '' : `/remotes/${release.name}`}/*/${kindOf(file)}`;
}

interface FileOf {
  release: Release;
  file: string;
}
interface PlannedDelta {
  target: FileOf;
  dictionary: FileOf;
}

/** Between all versions that visitors have or may get, and from the landing to these versions. */
export function planDeltas(state: RegistryState): PlannedDelta[] {
  const offered = offeredVersions(state);
  const anchors = offered.get(anchorRemote) ?? [];
  return [...offered.values()].flatMap((releases) => {
    const dictionaries = new Set([...releases, ...anchors]);
    return releases.flatMap((target) => [...dictionaries].flatMap((dictionary) => pairFiles(target, dictionary)));
  });
}

/** Oldest first: pinned now or before the last change, rolled out, or among the two newest. */
function offeredVersions(state: RegistryState): Map<string, Release[]> {
  const pinned = [...state.pins.values()].flatMap((ofMuseum) =>
    [...ofMuseum].flatMap(([name, { version, before }]) => [`${name}@${version}`, `${name}@${before?.version}`]),
  );
  const rollouts = [...state.rollouts.keys()].flatMap((museumId) => runningRollouts(state.rollouts, museumId));
  const rolledOut = rollouts.flatMap(({ versions }) => Object.entries(versions).map(([name, version]) => `${name}@${version}`));
  const used = new Set([...pinned, ...rolledOut]);
  const releases = currentVersions(state).map(({ release }) => release);
  const ofRemote = (name: string) => {
    const all = releases.filter((release) => release.name === name);
    const newest = all.slice(-2);
    return all.filter((release) => newest.includes(release) || used.has(`${name}@${release.version}`)).slice(-mostVersions);
  };
  return new Map([...state.versions.keys()].map((name) => [name, ofRemote(name)]));
}

function pairFiles(target: Release, dictionary: Release): PlannedDelta[] {
  if (target === dictionary) return [];
  const isSmall = ({ files }: Release, file: string) => isScriptOrStyle(file) && (files[file]?.bytes ?? 0) <= mostBytes;
  const usable = Object.keys(dictionary.files).filter(
    (file) => isSmall(dictionary, file) && (target.name === dictionary.name || isAnchor(dictionary, file)),
  );
  const byKind = new Map(usable.map((file) => [kindOf(file), file]));
  return Object.keys(target.files).flatMap((file) => {
    const found = isSmall(target, file) ? byKind.get(kindOf(file)) : undefined;
    return found === undefined ? [] : [{ target: { release: target, file }, dictionary: { release: dictionary, file: found } }];
  });
}

/** The header of a `dcz` body (RFC 9842): a skippable frame with the dictionary's hash. */
const headerOf = (dictionary: Buffer) => Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), sha256(dictionary)]);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const digestBytes = 32;

/** The file begins with the delta's hash. Undefined if the file is missing or damaged. */
async function readDelta(where: string): Promise<Buffer | undefined> {
  const stored = await readFile(where).catch(() => Buffer.alloc(0));
  const delta = stored.subarray(digestBytes);
  return sha256(delta).equals(stored.subarray(0, digestBytes)) ? delta : undefined;
}

/** Compresses in another thread, because each delta takes about 20 ms. */
function startWorker() {
  const worker = new Worker(new URL('./delta-worker.ts', import.meta.url));
  return {
    async encode(task: DeltaTask): Promise<Uint8Array> {
      worker.postMessage(task);
      const [frame] = await once(worker, 'message');
      return frame;
    },
    end: () => worker.terminate(),
  };
}

/** Changes within this time share one pass. */
const restMs = 100;

interface DeltasOptions {
  artifacts: Pick<ArtifactStore, 'find' | 'loadAhead'>;
  state(): RegistryState;
  clock: Clock;
  log: Log;
}

/** Makes one delta after the other, in another thread. A file without a delta is sent whole. */
export function createDeltas({ artifacts, state, clock, log }: DeltasOptions) {
  /** Pairs of paths whose delta this process made or found, while the delta is planned. */
  const made = new Set<string>();
  const pathOf = ({ release, file }: FileOf) => artifacts.find(release, file)?.path ?? '';
  async function read({ release, file }: FileOf): Promise<Buffer> {
    const artifact = artifacts.find(release, file);
    if (!artifact) throw new Error(`${release.name} ${release.version} has no ${file}`);
    return artifact.read(artifact.path);
  }
  const deltaPath = (target: FileOf, dictionaryDigest: string) => `${pathOf(target)}.${dictionaryDigest}.dcz`;

  const pairOf = ({ target, dictionary }: PlannedDelta) => `${pathOf(target)} ${pathOf(dictionary)}`;

  async function makeDelta(planned: PlannedDelta, encode: (task: DeltaTask) => Promise<Uint8Array>): Promise<void> {
    const { target, dictionary } = planned;
    // A file of a version never changes, so the pair is looked at once and not at each change of the registry.
    const pair = pairOf(planned);
    if (made.has(pair)) return;
    const known = await read(dictionary);
    const where = deltaPath(target, sha256(known).toString('hex'));
    if (!(await readDelta(where))) {
      const delta = Buffer.concat([headerOf(known), await encode({ plain: await read(target), dictionary: known })]);
      // A random name, because containers that share the folder may have the same process id.
      const staged = `${where}.${randomUUID()}`;
      await writeFile(staged, Buffer.concat([sha256(delta), delta]));
      await rename(staged, where);
    }
    made.add(pair);
  }

  async function makeAll(): Promise<void> {
    const planned = planDeltas(state());
    const pairs = new Set(planned.map(pairOf));
    for (const pair of made) if (!pairs.has(pair)) made.delete(pair);
    // A gateway that has the files before a request can serve them if the store is gone.
    await artifacts.loadAhead?.([...offeredVersions(state()).values()].flat());
    let worker: ReturnType<typeof startWorker> | undefined;
    const encode = async (task: DeltaTask) => {
      worker ??= startWorker();
      return worker.encode(task).catch((error: unknown) => {
        // An error terminates the thread.
        worker = undefined;
        throw error;
      });
    };
    const failures: unknown[] = [];
    for (const delta of planned) {
      if (isClosed) break;
      // The disk may be full, or only another gateway has the version's files.
      await makeDelta(delta, encode).catch((error: unknown) => failures.push(error));
    }
    await worker?.end();
    if (failures.length > 0) log.warn({ err: failures[0], deltas: failures.length }, 'deltas cannot be made: these files are sent whole');
  }

  let isClosed = false;
  let cancel: (() => void) | undefined;
  let running = Promise.resolve();

  return {
    update(): void {
      if (isClosed) return;
      cancel ??= clock.after(restMs, () => {
        cancel = undefined;
        running = running.then(makeAll).catch((error: unknown) => log.error({ err: error }, 'no deltas can be made'));
      });
    },
    find: (target: FileOf, dictionaryDigest: string) => readDelta(deltaPath(target, dictionaryDigest)),
    /** Resolves after the current delta. */
    close(): Promise<void> {
      isClosed = true;
      cancel?.();
      return running;
    },
  };
}
