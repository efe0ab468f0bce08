// `npm run release -- --walk`: runs the commands of docs/production.md as they stand there, as root on Debian, on four machines that have
// folders of their own over this one's (overlayfs), in a network that nothing else is in. Ours are PostgreSQL, Redis and a bucket, and
// stand-ins for what needs systemd or the internet: `systemctl` starts what the unit says, `apt-get` asks whether Debian has a package,
// `scp` copies from folder to folder, and Caddy is its own authority.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureWalk } from '../ensure-programs.mjs';
import { root } from '../workspace.mjs';

const [archive = '', place] = process.argv.slice(2);
if (place === undefined) {
  const problem = ensureWalk();
  const command = [process.execPath, ...process.argv.slice(1), mkdtempSync(path.join(tmpdir(), 'enfilade-walk-'))];
  const args = ['--net', '--mount', '--pid', '--fork', '--mount-proc', ...command];
  if (!problem) process.exitCode = spawnSync('unshare', args, { stdio: 'inherit' }).status ?? 1;
  rmSync(command.at(-1) ?? '', { recursive: true });
  if (problem) console.error(problem);
  process.exit(problem ? 1 : undefined);
}

/** As it is in the document, and what somebody who follows it has of their own. */
const own = /** @type {const} */ ({
  AWS_ACCESS_KEY_ID: ['enfilade', 'S3RVER'],
  AWS_SECRET_ACCESS_KEY: ['secret', 'S3RVER'],
});
const gateways = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];
const authority = '/etc/ssl/enfilade/fullchain.pem';
const standIns = {
  'apt-get': `[ "$1" = update ] || { shift 2; apt-cache show "$@" > /dev/null; }`,
  scp: `to=\${3#root@}; tar -C /etc -cf - enfilade | nsenter --mount --target $(cat ${place}/\${to%:*}.pid) tar -C /etc -xpf -`,
  'systemd-run': `while :; do case "$1" in
    -p) settings=\${2#EnvironmentFile=}; shift 2 ;; -E) given="$given $2"; shift 2 ;;
    --uid=*) user=\${1#*=}; shift ;; --working-directory=*) cd \${1#*=}; shift ;; -*) shift ;; *) break ;;
  esac; done
  exec env -i PATH=$PATH $(cat $settings) $given setpriv --reuid=$user --regid=$user --clear-groups "$@"`,
  systemctl: `for unit; do :; done
  runs() { grep -qs '^State:.[^Z]' /proc/$(cat /run/$unit.walk)/status; }
  stop() { [ ! -f /run/$unit.walk ] || ! runs || kill $(cat /run/$unit.walk); while [ -f /run/$unit.walk ] && runs; do sleep 0.1; done; }
  start() {
    case $unit in
      enfilade)
        of() { sed -n "s/^$1=//p" /etc/systemd/system/enfilade.service; }
        install -d -m 0700 -o $(of User) -g $(of Group) /var/lib/enfilade
        set -- env -i PATH=$PATH $(of Environment) $(cat /etc/enfilade/settings) setpriv --reuid=$(of User) --regid=$(of Group) --clear-groups $(of ExecStart) ;;
      caddy)
        (printf '{\\n local_certs\\n skip_install_trust\\n}\\n'; cat /etc/caddy/Caddyfile) > /run/Caddyfile
        export XDG_DATA_HOME=/run; set -- caddy run --config /run/Caddyfile --adapter caddyfile ;;
      nginx) set -- nginx -g 'daemon off;' ;;
    esac
    setsid "$@" > /var/log/$unit.walk 2>&1 &
    echo $! > /run/$unit.walk
    [ $unit != nginx ] || while [ ! -s /run/nginx.pid ]; do sleep 0.1; done
    [ $unit != caddy ] || { while [ ! -f /run/caddy/pki/authorities/local/root.crt ]; do sleep 0.1; done; install -D /run/caddy/pki/authorities/local/root.crt ${authority}; }
  }
  case $1 in daemon-reload) ;; stop) stop ;; *) stop; start ;; esac`,
};

/** @param {string[]} command */
function run(...command) {
  const { status, error } = spawnSync(command[0] ?? '', command.slice(1), { stdio: 'inherit', cwd: place });
  assert.equal(status, 0, `${command.join(' ')}: ${error?.message ?? `ended with ${status}`}`);
}

/**
 * A machine with folders of its own.
 * @param {string} name
 * @param {readonly string[]} archives
 */
async function startMachine(name, archives) {
  const folders = ['etc', 'opt', 'root', 'run', 'usr', 'var'];
  const mounts = folders.map((folder) => {
    const [upper, inner] = ['upper', 'work'].map((kind) => path.join(place ?? '', name, kind, folder));
    for (const made of [upper, inner]) mkdirSync(made ?? '', { recursive: true });
    return `mount -t overlay overlay -o lowerdir=/${folder},upperdir=${upper},workdir=${inner} /${folder}`;
  });
  const upper = path.join(place ?? '', name, 'upper');
  const bin = path.join(upper, 'usr/local/walk');
  for (const folder of [bin, path.join(upper, 'usr/bin')]) mkdirSync(folder, { recursive: true });
  for (const [program, script] of Object.entries(standIns))
    writeFileSync(path.join(bin, program), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  if (process.execPath !== '/usr/bin/node') symlinkSync(process.execPath, path.join(upper, 'usr/bin/node'));
  writeFileSync(path.join(upper, 'etc/hosts'), '127.0.0.1 localhost guide.example.org\n');
  for (const file of archives) cpSync(file, path.join(upper, 'root', path.basename(file)));
  const machine = spawn('unshare', ['--mount', 'sh', '-ec', `${mounts.join('\n')}\necho up\nexec sleep infinity`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(machine.stdout, 'data');
  writeFileSync(path.join(place ?? '', `${name}.pid`), String(machine.pid));
  return {
    /** @param {string} commands */
    async run(commands) {
      const PATH = `/usr/local/walk:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
      const env = { PATH, HOME: '/root', CURL_CA_BUNDLE: authority };
      const args = ['--mount', '--target', String(machine.pid), 'sh', '-euc', `cd /root; set -x\n${commands}`];
      const [status] = await once(spawn('nsenter', args, { stdio: 'inherit', env }), 'exit');
      if (status === 0) return;
      spawnSync('nsenter', [...args.slice(0, 3), 'sh', '-c', 'tail -n 30 /var/log/*.walk'], { stdio: 'inherit' });
      assert.fail(`Of docs/production.md this does not do on ${name}:\n${commands}`);
    },
  };
}

/** What the document says is somebody else's. */
async function startServices() {
  const [version = ''] = readdirSync('/usr/lib/postgresql').sort().reverse();
  const postgres = (/** @type {string} */ program) => `/usr/lib/postgresql/${version}/bin/${program}`;
  const data = path.join(place ?? '', 'postgres');
  mkdirSync(data);
  chownSync(data, 65_534, 65_534);
  const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  run(...nobody, postgres('initdb'), '--no-sync', '-U', 'enfilade', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-D', data);
  writeFileSync(path.join(data, 'pg_hba.conf'), 'host all all 10.0.0.0/24 trust\n');
  const settings = ['-c', 'listen_addresses=10.0.0.21', '-c', 'unix_socket_directories=', '-c', 'fsync=off'];
  spawn(nobody[0] ?? '', [...nobody.slice(1), postgres('postgres'), '-D', data, ...settings], { stdio: 'ignore', cwd: data });
  spawn('redis-server', ['--bind', '10.0.0.22', '--save', '', '--protected-mode', 'no'], { stdio: 'ignore', cwd: place });
  const S3rver = createRequire(path.join(root, 'infra/server/package.json'))('s3rver');
  const bucket = { address: '10.0.0.23', port: 9000, directory: path.join(place ?? '', 's3'), configureBuckets: [{ name: 'enfilade' }] };
  await new S3rver({ ...bucket, silent: true }).run();
  run(
    'sh',
    '-c',
    `until ${postgres('pg_isready')} -qh 10.0.0.21; do sleep 0.1; done; ${postgres('createdb')} -h 10.0.0.21 -U enfilade enfilade`,
  );
}

/** A visitor's page through the proxy. @returns what is wrong with it */
function visit() {
  return new Promise((resolve) => {
    const name = 'guide.example.org';
    const ca = readFileSync(path.join(place ?? '', '10.0.0.10/upper', authority));
    const sent = request({ host: '127.0.0.1', servername: name, headers: { host: name }, path: '/?museum=6610a1b2c3d4e5f601000001', ca });
    sent.on('error', ({ message }) => resolve(message));
    sent.on('response', async (response) => {
      let page = '';
      for await (const chunk of response) page += chunk;
      const isWhole = response.statusCode === 200 && page.includes('data-museum="6610a1b2c3d4e5f601000001"') && /<\/html>\s*$/.test(page);
      resolve(isWhole ? undefined : `${response.statusCode} ${page.slice(-200)}`);
    });
    sent.end();
  });
}

async function visitOnAndOn() {
  for (;;) {
    const problem = await visit();
    if (problem === undefined) pages.whole += 1;
    else pages.problems.add(problem);
  }
}

const text = readFileSync(path.join(root, 'docs/production.md'), 'utf8');
const blocks = [...text.matchAll(/^```sh ?(\w*)\n(.*?)^```$/gms)].map(([, on = '', commands = '']) => ({ on, commands }));
run('mount', '-t', 'tmpfs', 'tmpfs', place);
chmodSync(place, 0o755);
run('ip', 'link', 'set', 'lo', 'up');
for (const end of [10, 11, 12, 13, 21, 22, 23]) run('ip', 'address', 'add', `10.0.0.${end}/32`, 'dev', 'lo');
// The release after this one, to whom nothing else is different.
run('tar', '-xzf', archive);
run('sh', '-c', 'mv enfilade-0.1.0 enfilade-0.2.0 && tar -czf enfilade-0.2.0.tar.gz enfilade-0.2.0 && rm -r enfilade-0.2.0');
const archives = [archive, `${archive}.sha256`, path.join(place, 'enfilade-0.2.0.tar.gz')];
await startServices();
/** @type {Map<string, Awaited<ReturnType<typeof startMachine>>>} */
const machines = new Map();
for (const name of ['box', '10.0.0.10', ...gateways]) machines.set(name, await startMachine(name, archives));
const certificate = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=walk -addext subjectAltName=DNS:guide.example.org';
const files = `-keyout ${path.dirname(authority)}/privkey.pem -out ${authority}`;
await machines.get('10.0.0.10')?.run(`mkdir -p ${path.dirname(authority)}; openssl req ${certificate} ${files} 2> /dev/null`);

/** Those that came whole, and what was wrong with others, from when there is a proxy to the end. */
const pages = { whole: 0, problems: new Set() };
for (const { on, commands } of blocks) {
  const given = Object.entries(own).reduce(
    (words, [name, [theirs, ours]]) => words.replace(`${name}=${theirs}`, `${name}=${ours}`),
    commands,
  );
  // The proxy of the one machine has the ports.
  if (on === 'gateway') await machines.get('box')?.run('systemctl stop caddy; systemctl stop enfilade');
  const places =
    { '': ['box'], gateway: gateways.slice(0, 1), gateways, proxy: ['10.0.0.10'] }[on] ?? assert.fail(`Which machine is ${on}?`);
  for (const name of places) {
    console.log(`\n# ${name}`);
    await machines.get(name)?.run(on === 'gateways' ? given.replaceAll('10.0.0.11', name) : given);
  }
  if (on === 'proxy') void visitOnAndOn();
}
console.log(`\nEach of ${blocks.length} blocks of docs/production.md does what it says; ${pages.whole} pages came meanwhile.`);
assert.deepEqual([pages.whole > 0, [...pages.problems]], [true, []], 'Pages did not come while gateways were upgraded');
// Whatever still runs ends with the first process of its namespace.
process.exit();
