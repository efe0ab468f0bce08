import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type PostgresServer, startPostgres } from '@enfilade/server/registry/testing/postgres-server';
import { type S3Server, startS3 } from '@enfilade/server/registry/testing/start-s3';
import { startValkey, type ValkeyServer } from '@enfilade/server/shared-state/testing/start-valkey';
import { type RunningProgram, startProgram } from '../test-kit/start-program.ts';
import { freePort } from '../test-kit/start-site.ts';
import { hearsBy, startTranscriptionService } from '../test-kit/transcription-service.ts';
import { type ProxyKind, startProxy } from './start-proxy.ts';

interface Gateway {
  url: string;
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts on the same port and data folder. @param root of a release; absent: the repository */
  start(root?: string): Promise<void>;
}

export interface Cluster {
  /** The proxy's, over TLS. */
  origin: string;
  ca: Buffer;
  gateways: readonly [Gateway, Gateway, Gateway];
  postgres: PostgresServer;
  valkey: ValkeyServer;
  s3: S3Server;
  /** The first gateway's environment, for commands on its data. */
  environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** The folders share keys and accounts. The servers hold what was published, counted and asked. */
function makeDataDirs(root: string, count: number): string[] {
  const prepared = process.env['ENFILADE_PREPARED_DATA'] ?? '';
  return Array.from({ length: count }, (_, at) => {
    const dataDir = path.join(root, `gateway-${at + 1}`);
    mkdirSync(dataDir);
    const isOwn = (file: string) => !/^(?:artifacts|registry\.(?:db|pid)|state\.db|questions\.db)/.test(path.relative(prepared, file));
    cpSync(prepared, dataDir, { recursive: true, filter: isOwn });
    return dataDir;
  });
}

async function startGateway(env: Record<string, string>, url: string): Promise<Gateway> {
  const start = (cwd?: string) =>
    startProgram({ cwd, args: ['infra/server/dist/site.mjs'], env: { ...process.env, HOST: '127.0.0.1', ...env }, ready: /\/\?museum=/ });
  let program: RunningProgram = await start();
  return {
    url,
    output: () => program.output(),
    end: (signal) => program.end(signal),
    async start(root) {
      program = await start(root);
    },
  };
}

/** Three gateways on one PostgreSQL, one Valkey and one bucket, and a proxy without affinity. */
export async function startCluster(kind: ProxyKind, env: Record<string, string> = {}): Promise<Cluster> {
  const root = mkdtempSync(path.join(tmpdir(), 'enfilade-cluster-'));
  const closing: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const postgres = await startPostgres();
    closing.push(() => postgres.end());
    const valkey = await startValkey(path.join(root, 'valkey'));
    closing.push(() => valkey.stop());
    const s3 = await startS3();
    closing.push(() => s3.end());
    const { url: bucketUrl, endpoint = '', credentials } = s3.bucket;
    const transcription = await startTranscriptionService();
    closing.push(() => transcription.close());
    const ports = [await freePort(), await freePort(), await freePort()];
    const proxy = await startProxy(kind, {
      folder: root,
      gateways: ports.map((port) => `127.0.0.1:${port}`),
      port: Number(await freePort()),
    });
    closing.push(() => proxy.end());
    const shared = {
      ...{ DATABASE_URL: await postgres.createDatabase(), VALKEY_URL: valkey.url, LOG_LEVEL: 'warn' },
      ...{ PUBLIC_ORIGIN: proxy.origin, TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '3' },
      ...{ ARTIFACTS_URL: bucketUrl, S3_ENDPOINT: endpoint },
      ...{ AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '', AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '' },
      ...hearsBy(transcription),
      ...env,
    };
    const dataDirs = makeDataDirs(root, ports.length);
    const gateways: Gateway[] = [];
    for (const [at, port] of ports.entries()) {
      const gateway = await startGateway({ ...shared, PORT: port, DATA_DIR: dataDirs[at] ?? '' }, `http://127.0.0.1:${port}`);
      closing.push(() => gateway.end('SIGKILL'));
      gateways.push(gateway);
    }
    const { origin, ca } = proxy;
    const environment = { ...process.env, ...shared, DATA_DIR: dataDirs[0] };
    return { origin, ca, gateways: gateways as unknown as Cluster['gateways'], postgres, valkey, s3, environment, close };
  } catch (error) {
    await close();
    throw error;
  }
}
