import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { VoiceFacts } from '@enfilade/shared-contracts/api/voice-schemas';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type EncodedText, encodeText, sendTagged, sendText } from '../../http/encoded-text.ts';
import { HttpError, toHttpError } from '../../http/exchange.ts';
import { integrityOf } from '../../http/kit.ts';
import { findKept, type HostFiles, immutable, sendFile } from '../files/send-file.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { assertOk } from '../upstream/upstream-response.ts';

export interface ServedScript {
  /** First 12 hexadecimal digits of its SHA-256. */
  hash: string;
  integrity: string;
  text: EncodedText;
}

/** Resolves with undefined while the call machine cannot be loaded. Never rejects. */
export type LoadCallMachine = () => Promise<ServedScript | undefined>;

const hashOf = (plain: Buffer) => createHash('sha256').update(plain).digest('hex').slice(0, 12);

async function makeScript(plain: Buffer): Promise<ServedScript> {
  return {
    hash: hashOf(plain),
    integrity: integrityOf(plain),
    text: await encodeText(plain),
  };
}

/** Undefined, with a warning, if the script was not built. */
export async function loadBuiltScript(voiceDir: string, file: string, log: FastifyBaseLogger): Promise<ServedScript | undefined> {
  try {
    return await makeScript(await readFile(path.join(voiceDir, file)));
  } catch (error) {
    log.warn({ file, err: error }, 'a script of the voice platform is missing: there will be no voice until the platform is built');
    return undefined;
  }
}

/** Stored by path, so that pages of this build find the call machine after an upgrade; empty if it was not built. */
export async function readCallMachine(voiceDir: string): Promise<Record<string, Buffer>> {
  const bytes = await readFile(path.join(voiceDir, 'call-machine.js')).catch(() => undefined);
  return bytes ? { [`voice/${nameOf({ hash: hashOf(bytes) })}`]: bytes } : {};
}

interface HostedCallMachineOptions {
  upstream: Upstream;
  origin: string;
  log: FastifyBaseLogger;
  limits: { bundleMs: number; bundleRetryMs: number };
}

/** The version belongs to the SDK with which this site is built. */
export const hostedBundlePath = '/call-machine/versioned/0.87.0/static/call-machine-object-bundle.js';

const bundleLimitBytes = 8 * 1024 * 1024;

export function createHostedCallMachine({ upstream, origin, log, limits }: HostedCallMachineOptions): LoadCallMachine {
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
  // A failure is cached as an absent script.
  const scripts = new LRUCache<string, { script?: ServedScript }>({
    max: 1,
    ttlResolution: 0,
    perf: upstream.clock,
    async fetchMethod(_, __, { options }) {
      try {
        return { script: await fetchBundle() };
      } catch (error) {
        options.ttl = limits.bundleRetryMs;
        log.error(
          { upstream: 'call machine', reason: toHttpError(error).reason, err: error },
          'Daily’s call machine could not be loaded; there is no voice until the next try',
        );
        return {};
      }
    },
  });
  return async () => (await scripts.forceFetch(hostedBundlePath)).script;
}

interface ScriptRoutesOptions {
  loadCallMachine: LoadCallMachine;
  worklet?: ServedScript | undefined;
  hosts?: HostFiles | undefined;
}

const scriptType = 'text/javascript; charset=utf-8';
const nameOf = ({ hash }: Pick<ServedScript, 'hash'>) => `call-machine.${hash}.js`;

export function callMachineFact(script: ServedScript): NonNullable<VoiceFacts['callMachine']> {
  return { url: `/voice/${nameOf(script)}`, integrity: script.integrity };
}

export function registerScriptRoutes(app: FastifyInstance, { loadCallMachine, worklet, hosts }: ScriptRoutesOptions): void {
  app.get<{ Params: { file: string } }>('/voice/:file', async (request, reply) => {
    const { file } = request.params;
    const script = await loadCallMachine();
    if (script && file === nameOf(script)) return sendText(request, reply.type(scriptType).header('cache-control', immutable), script.text);
    // A page of another host build requests its own call machine.
    const kept = await findKept(hosts, `voice/${file}`);
    if (!kept) throw new HttpError('not-found');
    return sendFile(request, reply.header('cache-control', immutable), kept);
  });

  // The call machine requests the worklet by this name in every version.
  app.get('/voice/worklet.js', async (request, reply) => {
    if (!worklet) throw new HttpError('not-found');
    return sendTagged(request, reply.type(scriptType).header('cache-control', 'no-cache'), worklet.text);
  });
}
