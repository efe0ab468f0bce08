import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import { HttpError } from '../../http/http-error.ts';
import { assertOk } from '../upstream/response.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** A script kept in memory. */
export interface ServedScript {
  /** First 12 hexadecimal digits of its SHA-256. */
  hash: string;
  /** As the page writes it into the script's tag. */
  integrity: string;
  plain: Buffer;
  brotli: Buffer;
}

/** Where the call machine comes from. */
export interface CallMachineSource {
  /** Undefined while it cannot be had. Never rejects. */
  load(): Promise<ServedScript | undefined>;
}

const compress = promisify(brotliCompress);
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

async function makeScript(plain: Buffer): Promise<ServedScript> {
  return {
    hash: createHash('sha256').update(plain).digest('hex').slice(0, 12),
    integrity: `sha384-${createHash('sha384').update(plain).digest('base64')}`,
    plain,
    brotli: await compress(plain, quality),
  };
}

/** A built script of ours; undefined, with a warning, where it was not built. */
export async function loadBuiltScript(voiceDir: string, file: string, log: FastifyBaseLogger): Promise<ServedScript | undefined> {
  try {
    return await makeScript(await readFile(path.join(voiceDir, file)));
  } catch (error) {
    log.warn({ file, err: error }, 'a script of the voice platform is missing: there will be no voice');
    return undefined;
  }
}

export interface HostedCallMachineOptions {
  upstream: Upstream;
  /** Scheme and host of Daily's files. */
  origin: string;
  log: FastifyBaseLogger;
  limits: { bundleMs: number; bundleRetryMs: number };
}

/** The version goes with the SDK this site is built with. */
export const hostedBundlePath = '/call-machine/versioned/0.87.0/static/call-machine-object-bundle.js';
const bundleLimitBytes = 8 * 1024 * 1024;

/** Daily's own call machine: fetched once, and again some time after a failure. */
export function createHostedCallMachine({ upstream, origin, log, limits }: HostedCallMachineOptions): CallMachineSource {
  const { clock } = upstream;
  let script: ServedScript | undefined;
  let running: Promise<ServedScript | undefined> | undefined;
  let askAgainAt = 0;

  const fetchBundle = (): Promise<ServedScript> =>
    upstream.ask(
      { method: 'GET', url: origin + hostedBundlePath, headers: { accept: '*/*' } },
      {
        limitMs: limits.bundleMs,
        async read(response) {
          await assertOk(response, 'Daily');
          return makeScript(await response.bytes(bundleLimitBytes));
        },
      },
    );
  const attempt = async (): Promise<ServedScript | undefined> => {
    try {
      script = await fetchBundle();
    } catch (error) {
      askAgainAt = clock.now() + limits.bundleRetryMs;
      log.error({ upstream: 'call machine', reason: error instanceof HttpError ? error.reason : undefined, err: error }, 'no call machine');
    }
    running = undefined;
    return script;
  };

  return {
    load() {
      if (script || (!running && clock.now() < askAgainAt)) return Promise.resolve(script);
      running ??= attempt();
      return running;
    },
  };
}
