import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ErrorFrame } from '@enfilade/shared-contracts/api/registry-schemas';
import type { Frame } from '@enfilade/shared-contracts/api/request-schemas';
import { contractVersion } from '@enfilade/shared-contracts/releases/contract';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { LRUCache } from 'lru-cache';
import type { Log } from '../http/create-log.ts';
import { createOneAtATime } from '../http/kit.ts';
import { mapOf, privateFolder } from '../registry/publish/build-files.ts';
import type { Registry } from '../registry/registry.ts';

/** A parsed map takes about twenty times its bytes, and errors come from few scripts at a time. */
const mostMaps = 4;
const remoteFile = /^\/remotes\/([^/]+)\/([^/]+)\/(.+)$/;

interface FrameMapperOptions {
  registry: Pick<Registry, 'artifact' | 'privateFile'>;
  /** The built host, with its private files. */
  hostDir: string;
  log: Log;
}

/** Parses one map at a time, because parsing takes up to 50 ms of processor time. */
export function createFrameMapper({ registry, hostDir, log }: FrameMapperOptions) {
  const oneAtATime = createOneAtATime();
  const maps = new LRUCache<string, { map: TraceMap | undefined }>({ max: mostMaps });

  /** `exists` detects an invented address. */
  function findScript(address: string) {
    const [, remote = 'host', version = contractVersion, file = address.slice(1)] = remoteFile.exec(address) ?? [];
    if (remote === 'host') {
      return {
        remote,
        version,
        file,
        exists: statSync(path.join(hostDir, file), { throwIfNoEntry: false })?.isFile() === true,
        readMap: () => readFile(path.join(hostDir, privateFolder, mapOf(file))),
      };
    }
    const exists = registry.artifact(remote, version, file) !== undefined;
    return { remote, version, file, exists, readMap: () => registry.privateFile({ name: remote, version }, mapOf(file)) };
  }

  async function loadMap(address: string, readMap: () => Promise<Buffer | undefined>): Promise<TraceMap | undefined> {
    const known = maps.get(address);
    if (known) return known.map;
    const bytes = await readMap().catch(() => undefined);
    // Lets waiting requests run before the map is parsed.
    await setImmediate();
    const map = bytes && parseMap(bytes, address);
    maps.set(address, { map });
    return map;
  }

  function parseMap(bytes: Buffer, address: string): TraceMap | undefined {
    try {
      return new TraceMap(bytes.toString('utf8'));
    } catch (error) {
      log.warn({ err: error, address }, 'a source map cannot be read');
      return undefined;
    }
  }

  async function mapFrame({ file: address, line, column }: Frame): Promise<ErrorFrame[]> {
    const { remote, version, file, exists, readMap } = findScript(address);
    if (!exists) return [];
    const map = await loadMap(address, readMap);
    // Columns are counted from 1 in stacks and from 0 in maps.
    const found = map && originalPositionFor(map, { line, column: column - 1 });
    if (!found || found.source === null) return [{ remote, version, file, line, column, isMapped: false }];
    return [{ remote, version, file: found.source, line: found.line, column: found.column + 1, isMapped: true }];
  }

  /** Drops frames of scripts that this site does not serve. */
  return (frames: readonly Frame[]): Promise<ErrorFrame[]> =>
    oneAtATime(async () => {
      const found: ErrorFrame[] = [];
      for (const frame of frames) found.push(...(await mapFrame(frame)));
      return found;
    });
}
