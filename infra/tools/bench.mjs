// `npm run bench`: the figures the project promises, measured on what `npm start` runs. Nothing here is a test.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inputHash, root } from './workspace.mjs';

const belmonte = path.join(root, 'infra/content/museums/belmonte');
const { _id: museumId } = JSON.parse(readFileSync(path.join(belmonte, 'museum.json'), 'utf8'));
const [exhibition] = JSON.parse(readFileSync(path.join(belmonte, 'exhibitions.json'), 'utf8'));
const exhibitionId = exhibition._id;
const rounds = Number(process.env['ROUNDS'] ?? 200);
const visit = { museumId, exhibitionId, language: 'en', visitMode: 'exploration', answers: {} };
const question = 'Why is the ceiling of the painting salon so dark?';

process.chdir(root);
const dataDir = mkdtempSync(path.join(tmpdir(), 'enfilade-bench-'));

/** @param {number[]} values @param {number} share */
const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
/** @param {string} name @param {string} measured @param {string} limit @param {boolean} holds */
function figure(name, measured, limit, holds) {
  console.log(`${holds ? 'holds' : 'MISSED'}  ${name}: ${measured} (at most ${limit})`);
  if (!holds) process.exitCode = 1;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}

/** @typedef {{ process: import('node:child_process').ChildProcess, origin: string, readyAfterMs: number, stop(): Promise<void> }} Started */

/**
 * Starts a command and waits until it prints an address that `matches`.
 * @param {string} command @param {string[]} args @param {Record<string, string>} env @param {RegExp} matches
 * @returns {Promise<Started>}
 */
function start(command, args, env, matches) {
  const began = performance.now();
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return new Promise((resolve, reject) => {
    const read = (/** @type {Buffer} */ chunk) => {
      printed += chunk;
      const origin = printed.match(matches)?.[0];
      if (!origin) return;
      const stop = async () => {
        // The whole group: npm, its shell and the site.
        if (child.pid) process.kill(-child.pid, 'SIGTERM');
        await ended;
      };
      resolve({ process: child, origin, readyAfterMs: performance.now() - began, stop });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${printed}`)));
  });
}

/** Proportional set size of a process and all below it, in MB. @param {number} pid @returns {number} */
function pssOfTree(pid) {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
  let own = 0;
  try {
    own = Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+) kB/m)?.[1] ?? 0) / 1024;
  } catch {
    // It ended meanwhile.
  }
  return children.reduce((sum, child) => sum + pssOfTree(Number(child)), own);
}

/**
 * Milliseconds from the POST to the first bytes that match.
 * @param {string} address @param {Record<string, string>} headers @param {unknown} body @param {RegExp} first
 */
async function untilFirst(address, headers, body, first) {
  const began = performance.now();
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body) {
    text += decoder.decode(chunk, { stream: true });
    if (first.test(text)) break;
  }
  if (!first.test(text)) throw new Error(`${address} never said ${first}: ${text}`);
  return performance.now() - began;
}

async function measureBuild() {
  for (const name of ['host', 'infra', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat']) {
    rmSync(path.join(root, name, 'dist'), { recursive: true, force: true });
    inputHash(name);
  }
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/tools/build.mjs'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout + stderr);
  const seconds = (performance.now() - began) / 1000;
  figure('build of everything', `${seconds.toFixed(1)} s`, '30 s', seconds <= 30);
}

const siteAddress = /http:\/\/127\.0\.0\.1:\d+(?=\/\?museum=)/;

async function measureStart() {
  const env = { DATA_DIR: path.join(dataDir, 'start'), LOG_LEVEL: 'warn', HOST: '127.0.0.1' };
  const times = [];
  let pss = 0;
  for (let run = 0; run < 4; run += 1) {
    const site = await start('npm', ['start'], { ...env, PORT: String(await freePort()) }, siteAddress);
    // The first start publishes; the others find everything as it was.
    if (run > 0) times.push(site.readyAfterMs);
    await fetch(`${site.origin}/?museum=${museumId}`).then((response) => response.text());
    await untilFirst(
      `${site.origin}/api/chat`,
      { 'x-enfilade': '1', accept: 'text/event-stream' },
      { visit, clientMessageId: randomUUID(), text: question },
      /event: text/,
    );
    if (site.process.pid) pss = Math.max(pss, pssOfTree(site.process.pid));
    await site.stop();
  }
  const seconds = quantile(times, 0.5) / 1000;
  figure('warm start until ready', `${seconds.toFixed(2)} s, median of ${times.length}`, '5 s', seconds < 5);
  figure('all processes of npm start', `${pss.toFixed(0)} MB PSS`, '350 MB', pss <= 350);
}

async function measureFirstWord() {
  const key = 'bench-key';
  const account = { MIDDLEWARE_EMAIL: 'bench@enfilade.example', MIDDLEWARE_PASSWORD: 'bench' };
  const platform = await start(
    process.execPath,
    ['infra/dist/platform.mjs'],
    {
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
      CONTENT_DIR: path.join(root, 'infra/content'),
      ...account,
      VAPI_PRIVATE_KEY: key,
      LLM_KEY: key,
    },
    /http:\/\/127\.0\.0\.1:\d+/,
  );
  const urls = {
    MIDDLEWARE_URL: platform.origin,
    KB_URL: platform.origin,
    VAPI_URL: platform.origin,
    LLM_URL: platform.origin,
    SETTINGS_URL: `${platform.origin}/settings`,
  };
  const env = {
    ...urls,
    ...account,
    VAPI_PRIVATE_KEY: key,
    LLM_KEY: key,
    LLM_MODEL: 'local',
    PORT: String(await freePort()),
    DATA_DIR: path.join(dataDir, 'chat'),
    LOG_LEVEL: 'warn',
  };
  const site = await start(process.execPath, ['infra/dist/site.mjs'], env, siteAddress);
  const assistantId = exhibition.assistant.vapiId;
  const variableValues = {
    museumId,
    exhibitionId,
    language: 'en',
    visitMode: 'exploration',
    time: '',
    goals: '',
    visitorType: '',
    style: '',
    artists: '',
    custom_instruction: '',
  };
  const direct = () =>
    untilFirst(
      `${platform.origin}/chat`,
      { authorization: `Bearer ${key}` },
      { assistantId, input: question, stream: true, assistantOverrides: { variableValues } },
      /"delta"/,
    );
  const through = () =>
    untilFirst(
      `${site.origin}/api/chat`,
      { 'x-enfilade': '1', accept: 'text/event-stream' },
      { visit, clientMessageId: randomUUID(), text: question },
      /event: text/,
    );
  for (let round = 0; round < 20; round += 1) await Promise.all([direct(), through()]);
  /** @type {number[]} */ const alone = [];
  /** @type {number[]} */ const whole = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await direct());
    whole.push(await through());
  }
  await site.stop();
  await platform.stop();
  const [p50, p95, share] = [quantile(whole, 0.5), quantile(whole, 0.95), quantile(whole, 0.5) - quantile(alone, 0.5)];
  figure('question to first text event', `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${rounds} questions`, '100 ms', p50 <= 100);
  figure('the gateway’s own share of it', `${share.toFixed(1)} ms at p50`, '15 ms', share <= 15);
}

try {
  await measureBuild();
  await measureStart();
  await measureFirstWord();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
