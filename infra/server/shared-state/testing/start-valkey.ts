import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

/** Long enough for a busy machine. */
export const patientMs = 20_000;

export interface ValkeyServer {
  url: string;
  stop(): Promise<void>;
  /** The port is the same as before `stop`. The server is empty unless it has a folder. */
  start(): Promise<void>;
}

const names = ['valkey-server', 'redis-server'];

function findProgram(): string {
  const candidates = (process.env['PATH'] ?? '').split(path.delimiter).flatMap((folder) => names.map((name) => path.join(folder, name)));
  const found = candidates.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (!found) throw new Error(`These tests need ${names.join(' or ')}: install Debian's package of that name.`);
  return found;
}

/** @param folder stores the values, as an operator's server does. By default the server stores no values */
export async function startValkey(folder?: string): Promise<ValkeyServer> {
  const program = findProgram();
  const port = await freePort();
  let server = await run(program, port, folder);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (server.exitCode === null && server.signalCode === null && server.kill('SIGKILL')) await once(server, 'exit');
    },
    async start() {
      server = await run(program, port, folder);
    },
  };
}

function run(program: string, port: number, folder: string | undefined): Promise<ChildProcess> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const kept = ['--save', '', '--appendonly', folder === undefined ? 'no' : 'yes', '--dir', folder ?? '/tmp'];
  const server = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--daemonize', 'no', ...kept], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let printed = '';
    server.stdout.on('data', (chunk: Buffer) => {
      printed += chunk;
      if (/ready to accept connections/i.test(printed)) resolve(server);
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)));
  });
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, 'close');
  return port;
}
