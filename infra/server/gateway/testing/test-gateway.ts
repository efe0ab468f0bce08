import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createTurnableClock, type TurnableClock } from '@enfilade/shared-contracts/kit/testing/turnable-clock';
import { profileFileSchema } from '@enfilade/shared-contracts/museum/profile-file';
import type { FastifyInstance } from 'fastify';
import { type Dispatcher, request } from 'undici';
import { createLog } from '../../http/create-log.ts';
import { createSetSigner } from '../../registry/signing/set-signer.ts';
import { makeSigningKey, signWith } from '../../registry/testing/make-signing-key.ts';
import { createGateway, type GatewayOptions, type Limits } from '../gateway.ts';
import type { Upstreams } from '../upstream/upstreams.ts';
import { profileFile, unsignedSet } from './samples.ts';

export interface HeardAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  bytes: Buffer;
  text: string;
  json<T = Record<string, unknown>>(): T;
}

export interface TestGateway {
  readonly app: FastifyInstance;
  readonly origin: string;
  readonly clock: TurnableClock;
  readonly logged: string[];
  ask(method: Dispatcher.HttpMethod, url: string, sent?: { headers?: Record<string, string>; body?: string }): Promise<HeardAnswer>;
  get(url: string, headers?: Record<string, string>): Promise<HeardAnswer>;
  /** Sends JSON with the header of the site's own pages. */
  post(url: string, body: unknown, headers?: Record<string, string>): Promise<HeardAnswer>;
  /** Sends the header of the site's own pages. */
  remove(url: string, headers?: Record<string, string>): Promise<HeardAnswer>;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  upstreamOrigin: string;
  clock?: TurnableClock;
  limits?: Partial<Limits>;
  options?: Partial<GatewayOptions>;
}

export const secrets = {
  password: 'canary-password-1f2e',
  vapi: 'canary-vapi-key-93ab',
  llm: 'canary-llm-key-77cd',
  tts: 'canary-tts-key-58e0',
  stt: 'canary-stt-key-4b16',
};
export const visitKey = Buffer.alloc(32, 7);
export const demoScene = '<svg xmlns="http://www.w3.org/2000/svg"><title>demo library {light|dark}</title><path fill="{cloth 1}"/></svg>';
const signingKey = makeSigningKey();

/** A gateway over real HTTP in front of one upstream address, with a small built host on disk. */
export async function startTestGateway({
  upstreamOrigin,
  clock = createTurnableClock(),
  limits,
  options,
}: TestGatewayOptions): Promise<TestGateway> {
  const folder = await writeSite();
  const logged: string[] = [];
  const app = await createGateway({
    registry: {
      ...registryOf(() => unsignedSet),
      artifact: (name, version, file) => artifactIn(folder, [name, version, file].join('/')),
    },
    signer: createSetSigner(signWith(signingKey), clock),
    profiles: [profileFileSchema.parse(profileFile)],
    upstreams: upstreamsAt(upstreamOrigin),
    voice: { rooms: 'local', hearing: 'site', slots: 10, voiceDir: path.join(folder, 'voice') },
    hostDir: path.join(folder, 'host'),
    contentDir: path.join(folder, 'content'),
    demoContentDir: path.join(folder, 'demo'),
    visitKeys: () => [visitKey],
    clock,
    log: createLog({ level: 'debug', destination: { write: (line) => void logged.push(line) }, secrets: Object.values(secrets) }),
    limits: { pageWaitMs: 60_000, ...limits },
    // A test's parallel requests must not count as overload, and no connection is closed.
    serverLimits: { waitMs: Number.POSITIVE_INFINITY, farewellMs: 0, overdueMs: 0 },
    ...options,
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask: TestGateway['ask'] = (method, url, sent) => request(origin + url, { method, ...sent }).then(hear);
  const json = { 'content-type': 'application/json', 'x-enfilade': '1' };
  return {
    app,
    origin,
    clock,
    logged,
    ask,
    get: (url, headers = {}) => ask('GET', url, { headers }),
    post: (url, body, headers) => ask('POST', url, { headers: { ...json, ...headers }, body: JSON.stringify(body) }),
    remove: (url, headers) => ask('DELETE', url, { headers: { 'x-enfilade': '1', ...headers } }),
    async close() {
      // Connections of silent services are closed as well: time passes while their answers are pending.
      const passing = setInterval(() => clock.turn(10_000), 20);
      await app.close();
      clearInterval(passing);
    },
  };
}

async function hear({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<HeardAnswer> {
  const bytes = Buffer.from(await body.arrayBuffer());
  const text = (bytes.length > 0 ? (unpackers[String(headers['content-encoding'])]?.(bytes) ?? bytes) : bytes).toString();
  return { status: statusCode, headers, bytes, text, json: <T>() => JSON.parse(text) as T };
}

const unpackers: Record<string, (packed: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

export const registryOf = (chooseSet: GatewayOptions['registry']['chooseSet']): GatewayOptions['registry'] => ({
  chooseSet,
  findProblems: async () => [],
  artifact: () => undefined,
  firstPaints: async () => undefined,
});

export function upstreamsAt(url: string): Upstreams {
  return {
    middleware: { url, email: 'gateway@example.org', password: secrets.password },
    knowledgeBase: { url },
    vapi: { url, key: secrets.vapi },
    llm: { url, key: secrets.llm, model: 'small' },
    tts: { url, key: secrets.tts, model: 'turbo' },
    stt: { url, key: secrets.stt, model: 'small-ear' },
    settings: { url: `${url}/settings` },
  };
}

export const callMachineText = 'join()';

/** Only the first bytes are valid. */
export const pictures = {
  png: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
  jpg: Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF\0', 'latin1'),
  webp: Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1'),
  avif: Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'latin1'),
};

const artifactFile = 'landing/1.0.0/remoteEntry.js';
/** A published file that this gateway's disk lacks. */
const lostFile = 'landing/1.0.0/lost.js';

function artifactIn(folder: string, file: string) {
  const where = path.join(folder, 'artifacts', file);
  return file === artifactFile || file === lostFile
    ? { path: where, brotliPath: `${where}.br`, contentType: 'text/javascript; charset=utf-8' }
    : undefined;
}

let written: Promise<string> | undefined;
/** One folder for all gateways of a process, because none writes to it. */
function writeSite(): Promise<string> {
  written ??= writeFiles();
  return written;
}

async function writeFiles(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gateway-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const script = 'console.log("host")';
  const files: Record<string, string | Buffer> = {
    'host/index.html':
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>T</title></head><body><div id="first-paint"></div><div id="root"></div></body></html>',
    'host/static/js/index.1.js': script,
    'host/static/js/index.1.js.br': brotliCompressSync(script),
    'host/offline-worker.js': 'answer()',
    'host/offline.html': '<!doctype html><html><head><style>p{}</style></head><body><script defer>show()</script></body></html>',
    'host/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    [`artifacts/${artifactFile}`]: 'entry()',
    [`artifacts/${artifactFile}.br`]: brotliCompressSync('entry()'),
    'content/museums/house/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    'content/museums/house/hall.png': pictures.png,
    'content/museums/house/hall.jpg': pictures.jpg,
    'content/museums/house/hall.webp': pictures.webp,
    'content/museums/house/Hall_2.avif': pictures.avif,
    'content/museums/house/museum.json': '{}',
    'content/secret.svg': '<svg/>',
    'content/scenes/staircase.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>own staircase</title></svg>',
    'demo/scenes/staircase.svg': '<svg xmlns="http://www.w3.org/2000/svg"><title>demo staircase</title></svg>',
    'demo/scenes/library.svg': demoScene,
    'voice/call-machine.js': callMachineText,
    'voice/worklet.js': 'registerProcessor()',
  };
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}
