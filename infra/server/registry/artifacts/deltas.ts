import { createHash, randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { compressUsingDict, createCCtx, createDCtx, decompressUsingDict, freeCCtx, freeDCtx, init } from '@bokuweb/zstd-wasm';
import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { LRUCache } from 'lru-cache';
import { integrityOf } from '../../http/integrity.ts';
import { mostEntries } from '../../http/most-entries.ts';
import type { Log } from '../state/log.ts';
import { runningRollouts } from '../state/museum-rollouts.ts';
import type { Release } from '../state/record.ts';
import { currentVersions, type RegistryState } from '../state/registry-state.ts';
import { entryFile, isScriptOrStyle } from '../state/releases.ts';
import type { ArtifactStore } from './artifact-store.ts';

// Compression dictionaries (RFC 9842): what a browser has of a version, or of the landing, is the dictionary of what it asks
// for next, and only the difference crosses the wire.

/** Most visits begin with it, so that browsers have it when they ask for another screen. */
const anchorRemote = 'landing';
/** Of each remote; a release that is in use at more places than this has deltas for the newest. */
const mostVersions = 8;
/** Compressing takes some 20 ms of the process at this size. */
const mostBytes = 131_072;

/** A build's hash in a name; what is left is the same in every version. */
const buildHash = /\.[0-9a-f]{4,}(?=\.(?:js|css)$)/;
const kindOf = (file: string) => path.posix.basename(file).replace(buildHash, '.*');

/** Whether the landing's file of that kind is a dictionary for the others'. */
const isAnchor = ({ name, initial }: Release, file: string) => name === anchorRemote && (file === entryFile || initial.includes(file));

/**
 * What the file may be a dictionary for, as `Use-As-Dictionary` says it: the same file of other versions, and where it
 * is an anchor of other remotes. The longer pattern wins, so that a browser prefers a remote's own earlier version.
 */
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

/** The deltas there should be: of every version that a visitor may get, against what visitors have. */
export function planDeltas(state: RegistryState): PlannedDelta[] {
  const inUse = versionsInUse(state);
  const anchors = inUse.get(anchorRemote) ?? [];
  return [...inUse].flatMap(([name, releases]) => {
    const newest = currentVersions(state).findLast(({ release }) => release.name === name)?.release;
    const targets = new Set(newest ? [newest, ...releases] : releases);
    const dictionaries = new Set([...releases, ...anchors]);
    return [...targets].flatMap((target) => [...dictionaries].flatMap((dictionary) => pairFiles(target, dictionary)));
  });
}

/** Remote → versions that are pinned, were until the last change, or are rolled out; newest first. */
function versionsInUse({ versions, pins, rollouts }: RegistryState): Map<string, Release[]> {
  const used = new Map([...versions.keys()].map((name) => [name, new Set<string | undefined>()]));
  for (const ofMuseum of pins.values()) {
    for (const [name, pin] of ofMuseum) used.get(name)?.add(pin.version).add(pin.before?.version);
  }
  const rolledOut = [...rollouts.keys()].flatMap((museumId) => runningRollouts(rollouts, museumId));
  for (const [name, version] of rolledOut.flatMap((rollout) => Object.entries(rollout.versions))) used.get(name)?.add(version);
  const current = currentVersions({ versions }).map(({ release }) => release);
  const newestUsed = (name: string) =>
    current
      .filter((release) => release.name === name && used.get(name)?.has(release.version))
      .slice(-mostVersions)
      .reverse();
  return new Map([...versions.keys()].map((name) => [name, newestUsed(name)]));
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

/** As RFC 9842 begins a body of `dcz`: a skippable frame with the dictionary's hash. */
const headerOf = (dictionary: Buffer) => Buffer.concat([Buffer.from('5e2a4d1820000000', 'hex'), sha256(dictionary)]);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const level = 16;

function encodeDelta(plain: Buffer, dictionary: Buffer): Buffer {
  const context = createCCtx();
  try {
    return Buffer.concat([headerOf(dictionary), compressUsingDict(context, plain, dictionary, level)]);
  } finally {
    freeCCtx(context);
  }
}

/** @throws when the delta is no delta of that dictionary with so many bytes */
function decodeDelta(delta: Buffer, dictionary: Buffer, bytes: number): Uint8Array {
  const header = headerOf(dictionary);
  const frame = delta.subarray(header.length);
  // The decoder takes as much memory as the frame says, whether there is so much or not.
  if (!delta.subarray(0, header.length).equals(header) || frameLength(frame) !== bytes) throw new Error('not a delta of this file');
  const context = createDCtx();
  try {
    return decompressUsingDict(context, frame, dictionary);
  } finally {
    freeDCtx(context);
  }
}

/** How long the contents of a frame are that `encodeDelta` made (RFC 8878, 3.1.1): it always says so, in one of three widths. */
function frameLength(frame: Buffer): number | undefined {
  if (frame.length < 9) return undefined;
  const lengths: Record<number, number> = { 32: frame.readUInt8(5), 96: frame.readUInt16LE(5) + 256, 160: frame.readUInt32LE(5) };
  return lengths[frame.readUInt8(4)];
}

/** Once a process: a second `init` never ends. */
let zstd: Promise<void> | undefined;

const keptBytes = 16 * 1024 * 1024;
/** Many changes at once are one pass. */
const restMs = 100;

interface DeltasOptions {
  artifacts: Pick<ArtifactStore, 'find' | 'loadAhead'>;
  state(): RegistryState;
  clock: Clock;
  log: Log;
}

/**
 * Makes what `planDeltas` wants beside the files themselves, one after another, while everything else goes on. A delta that
 * is lost, or does not give the published file, is never sent, and made again.
 */
export function createDeltas({ artifacts, state, clock, log }: DeltasOptions) {
  /** Where a delta lies → what it is of. Only these are asked for on the disk. */
  const made = new Map<string, PlannedDelta>();
  const checked = new LRUCache<string, Buffer>({ maxSize: keptBytes, sizeCalculation: ({ length }) => length + 1 });
  const digests = new LRUCache<string, string>(mostEntries(10_000));
  const pathOf = ({ release, file }: FileOf) => artifacts.find(release, file)?.path ?? '';
  async function read({ release, file }: FileOf): Promise<Buffer> {
    const artifact = artifacts.find(release, file);
    if (!artifact) throw new Error(`${release.name} ${release.version} has no ${file}`);
    return artifact.read(artifact.path);
  }
  const deltaPath = (target: FileOf, dictionaryDigest: string) => `${pathOf(target)}.${dictionaryDigest}.dcz`;

  async function digestOf(file: FileOf): Promise<string> {
    const key = pathOf(file);
    const digest = digests.get(key) ?? sha256(await read(file)).toString('hex');
    digests.set(key, digest);
    return digest;
  }

  async function assertMade(where: string, { target, dictionary }: PlannedDelta): Promise<void> {
    if (made.has(where) || (await stat(where).catch(() => undefined))) return;
    const delta = encodeDelta(await read(target), await read(dictionary));
    // Containers that share the folder have the same process number.
    const staged = `${where}.${randomUUID()}`;
    await writeFile(staged, delta);
    await rename(staged, where);
    // Others are waiting for this process.
    await setImmediate();
  }

  /** @returns where it lies */
  async function makeDelta(planned: PlannedDelta): Promise<string> {
    const where = deltaPath(planned.target, await digestOf(planned.dictionary));
    await assertMade(where, planned);
    made.set(where, planned);
    return where;
  }

  async function makeAll(): Promise<void> {
    zstd ??= init();
    await zstd;
    // Who has them before they are asked for can serve them when their store is gone.
    await artifacts.loadAhead?.([...versionsInUse(state()).values()].flat());
    const wanted = new Set<string>();
    const failures: unknown[] = [];
    for (const planned of planDeltas(state())) {
      if (isClosed) return;
      // A full disk, or files of a version that are on another gateway's disk alone.
      await makeDelta(planned).then(
        (where) => wanted.add(where),
        (error: unknown) => failures.push(error),
      );
    }
    for (const where of made.keys()) if (!wanted.has(where)) made.delete(where);
    if (failures.length > 0) log.warn({ err: failures[0], deltas: failures.length }, 'deltas cannot be made, those files are sent whole');
  }

  let isClosed = false;
  let cancel: (() => void) | undefined;
  let running = Promise.resolve();
  function update(): void {
    if (isClosed) return;
    cancel ??= clock.after(restMs, () => {
      cancel = undefined;
      running = running.then(makeAll).catch((error: unknown) => log.error({ err: error }, 'no deltas can be made'));
    });
  }

  async function readChecked(where: string, { target, dictionary }: PlannedDelta): Promise<Buffer> {
    const [delta, known] = [await readFile(where), await read(dictionary)];
    const { bytes = 0, integrity } = target.release.files[target.file] ?? {};
    const decoded = decodeDelta(delta, known, bytes);
    if (integrityOf(decoded) !== integrity) throw new Error('not a delta of this file');
    return delta;
  }

  return {
    /** Soon makes what is missing. */
    update,
    /** The delta of a file against the dictionary with that SHA-256, checked before it is sent for the first time. */
    async find(target: FileOf, dictionaryDigest: string): Promise<Buffer | undefined> {
      const where = deltaPath(target, dictionaryDigest);
      const planned = made.get(where);
      if (!planned) return undefined;
      try {
        const delta = checked.get(where) ?? (await readChecked(where, planned));
        checked.set(where, delta);
        return delta;
      } catch (error) {
        log.warn({ err: error, where }, 'a delta is not what it was and is made again');
        made.delete(where);
        await rm(where, { force: true });
        update();
        return undefined;
      }
    },
    /** Ends after the delta that is being made. */
    close(): Promise<void> {
      isClosed = true;
      cancel?.();
      return running;
    },
  };
}
