import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export const proxyKinds = ['nginx', 'haproxy', 'caddy'] as const;
export type ProxyKind = (typeof proxyKinds)[number];

interface ProxyOptions {
  folder: string;
  /** Addresses as `host:port`, as many as the files in `infra/deploy/proxy` have. */
  gateways: readonly string[];
  port: number;
}

interface RunningProxy {
  origin: string;
  ca: Buffer;
  end(): Promise<void>;
}

const filesDir = path.resolve(import.meta.dirname, '../../infra/deploy/proxy');

/** A missing pattern is an error, because the test would test another file. */
function edit(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((edited, [what, by]) => {
    if (edited.search(what) === -1) throw new Error(`The proxy's file has no ${what}`);
    return edited.replace(what, by);
  }, text);
}

function makeCertificate(folder: string): { certificate: string; key: string; both: string } {
  const [certificate, key, both] = ['fullchain.pem', 'privkey.pem', 'site.pem'].map((file) => path.join(folder, file)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=enfilade tests', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = [
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', ['req', ...made, ...subject], { stdio: 'ignore' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return { certificate, key, both };
}

type Certificate = ReturnType<typeof makeCertificate>;

/** The repository's file, changed as the head of the file says, and the command. */
const proxies: Record<ProxyKind, (options: ProxyOptions, certificate: Certificate) => { command: string; args: string[] }> = {
  nginx({ folder, gateways, port }, { certificate, key }) {
    const site = edit(readFileSync(path.join(filesDir, 'nginx.conf'), 'utf8'), [
      ...addressesOf(gateways),
      [/server \{\n {2}listen 80;[^}]*\}/, ''],
      [/^ {2}listen 443 ssl/m, `  listen 127.0.0.1:${port} ssl`],
      [/ {2}listen \[::\]:443 ssl http2;\n/, ''],
      [/\/etc\/ssl\/enfilade\/fullchain\.pem/, certificate],
      [/\/etc\/ssl\/enfilade\/privkey\.pem/, key],
    ]);
    writeFileSync(path.join(folder, 'site.conf'), site);
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    const main = `${user} pid ${folder}/nginx.pid; error_log stderr warn; daemon off; worker_processes 1; events { worker_connections 4096; }
http { access_log off; ${temporary} include ${folder}/site.conf; }`;
    writeFileSync(path.join(folder, 'nginx.conf'), main);
    return { command: 'nginx', args: ['-p', folder, '-c', path.join(folder, 'nginx.conf')] };
  },
  haproxy({ folder, gateways, port }, { both }) {
    const file = path.join(folder, 'haproxy.cfg');
    const text = edit(readFileSync(path.join(filesDir, 'haproxy.cfg'), 'utf8'), [
      ...addressesOf(gateways),
      [/ {2}bind :80\n/, ''],
      [/bind :443/, `bind 127.0.0.1:${port}`],
      [/\/etc\/ssl\/enfilade\/site\.pem/, both],
    ]);
    writeFileSync(file, text);
    return { command: 'haproxy', args: ['-db', '-f', file] };
  },
  caddy({ folder, gateways, port }, { certificate, key }) {
    const file = path.join(folder, 'Caddyfile');
    const text = edit(readFileSync(path.join(filesDir, 'Caddyfile'), 'utf8'), [
      ...addressesOf(gateways),
      [
        /^guide\.example\.org \{/m,
        `{\n\tadmin off\n\tauto_https disable_redirects\n}\n\nhttps://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
      ],
    ]);
    writeFileSync(file, text);
    return { command: 'caddy', args: ['run', '--config', file, '--adapter', 'caddyfile'] };
  },
};

const addressesOf = (gateways: readonly string[]) =>
  gateways.map((address, at) => [new RegExp(`10\\.0\\.0\\.1${at + 1}:8080`, 'g'), address] as const);

export async function startProxy(kind: ProxyKind, options: ProxyOptions): Promise<RunningProxy> {
  mkdirSync(options.folder, { recursive: true });
  const certificate = makeCertificate(options.folder);
  const { command, args } = proxies[kind](options, certificate);
  const home = { HOME: options.folder, XDG_DATA_HOME: options.folder, XDG_CONFIG_HOME: options.folder };
  const program = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...home, PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  let said = '';
  const hear = (chunk: Buffer) => {
    said += chunk;
  };
  for (const stream of [program.stdout, program.stderr]) stream.on('data', hear);
  await untilListening(program, options.port, () => said);
  return {
    origin: `https://127.0.0.1:${options.port}`,
    ca: readFileSync(certificate.certificate),
    async end() {
      if (program.exitCode === null && program.signalCode === null && program.kill('SIGTERM')) await once(program, 'exit');
    },
  };
}

async function untilListening(program: ChildProcess, port: number, said: () => string): Promise<void> {
  let error: Error | undefined;
  program.once('error', (cause) => {
    error = cause;
  });
  for (;;) {
    if (error) throw error;
    if (program.exitCode !== null) throw new Error(`the proxy exited with ${program.exitCode}: ${said()}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      }).once('error', () => resolve(false));
    });
    if (isOpen) return;
    await wait(50);
  }
}
