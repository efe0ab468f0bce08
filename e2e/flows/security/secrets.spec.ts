import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { answerQuestions } from '../../test-kit/answer-questions.ts';
import { ask as askChat, chat, answers as chatAnswers, field as chatField, openChat } from '../../test-kit/chat-test.ts';
import { expect, test } from '../../test-kit/secrets/hosted-test.ts';
import { startRecorder } from '../../test-kit/secrets/recorder.ts';
import { findSecrets, makeCanary, type Secret, writingsOf } from '../../test-kit/secrets/secret.ts';
import { type RunningSite, startSite } from '../../test-kit/start-site.ts';
import { cardOf, museums, screenOf, staircase } from '../../test-kit/test.ts';
import { spokenWords } from '../../test-kit/transcription-service.ts';
import { rememberVisitConfig } from '../../test-kit/visit-config.ts';
import { hold, openVisit, wholePhraseMs, word } from '../../test-kit/voice-test.ts';

test.describe.configure({ mode: 'default' });
test.use({ permissions: ['microphone'] });

const root = path.resolve(import.meta.dirname, '../../..');
const built = ['host', 'mfe-landing', 'mfe-tailoring', 'mfe-visit', 'mfe-chat', 'infra/console'];
const person = 'Perpetua Quillfeather';
const personal = [person, spokenWords.slice(0, 30)];
const visit = {
  museumId: museums.belmonte,
  exhibitionId: staircase,
  language: 'en',
  visitMode: 'exploration',
  answers: { consent: ['consent.agree'], voice: ['en-1'] },
};

test('the search finds a secret in every encoding', { tag: '@all' }, () => {
  const secret = { name: 'it', value: makeCanary() };
  for (const before of ['', 'a', 'ab']) {
    const text = `${before}${secret.value} and more`;
    const written = ['utf8', 'hex', 'base64', 'base64url'] as const;
    for (const writing of written) expect(findSecrets(Buffer.from(text).toString(writing), [secret])).toEqual(['it']);
    expect(findSecrets(encodeURIComponent(text), [secret])).toEqual(['it']);
  }
  expect(findSecrets(makeCanary(), [secret])).toEqual([]);
  for (const writing of writingsOf(secret.value)) expect(writing.length).toBeGreaterThan(40);
});

test('no secret reaches browser or log, whatever services answer', { tag: '@all' }, async ({ page, context, recorder, services, site }) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await rememberVisitConfig(context, { inputMode: 'text' });
  await goToVisit(page);
  await askInVisit(page);
  expect(await post(page, '/api/voice/call/web', callBody), 'the call a voice visit begins with').toBe(201);
  const kept = [await keptBy(page, context)];
  await talkInChat(page);
  kept.push(await keptBy(page, context));
  for (const how of ['tell', 500, 401] as const) {
    services.behave(how);
    await meetErrors(page);
    kept.push(await keptBy(page, context));
  }
  services.behave('well');
  await logIn(page, site);
  kept.push(await keptBy(page, context));
  const watched = await Promise.all(['/metrics', '/healthz', '/readyz'].map(async (each) => (await page.request.get(each)).text()));

  const keys = Object.entries(services.env).filter(([name]) => /_(?:KEY|PASSWORD)$/.test(name));
  const used = services.credentials().map(({ value }) => value);
  const unused = keys.filter(([, value]) => !used.includes(value)).map(([name]) => name);
  expect(unused, 'keys that were never used').toEqual([]);
  const received = recorder.received();
  expect(received, 'what cannot be searched').not.toMatch(/\r\ncontent-encoding: /i);
  expect(received).toContain('X-Request-Id'.toLowerCase());
  const secrets: Secret[] = [...site.secrets, ...services.credentials(), signingKeyOf(site)];
  const found = Object.entries({ received, kept, told, watched, printed: site.output() }).map(([place, text]) => [
    place,
    findSecrets([text].flat().join('\n'), secrets),
  ]);
  expect(Object.fromEntries(found)).toEqual({ received: [], kept: [], told: [], watched: [], printed: [] });
  expect(watched[0], 'the metrics').toContain('# TYPE');
  const written = [site.output(), ...watched].join('\n');
  expect(written, 'requests were written down').toContain('/api/chat');
  expect(personal.filter((words) => written.includes(words))).toEqual([]);
});

test('a call in the site’s own room reveals no key of the transcription', { tag: '@all' }, async ({ page, context, services, atEnd }) => {
  const site = await startSite({ ...services.hearingEnv, LOG_LEVEL: 'trace' });
  const recorder = await startRecorder(site.origin);
  atEnd(site.stop);
  atEnd(recorder.close);
  await openVisit(page, recorder.origin);
  await expect(word(page)).toHaveText('Clara is speaking');
  for (const how of ['tell', 401] as const) {
    services.behave(how);
    const before = services.heard();
    const { release } = await hold(page);
    await expect(word(page)).toHaveText('Listening');
    await page.waitForTimeout(wholePhraseMs);
    await release();
    await expect.poll(() => services.heard()).toBeGreaterThan(before);
  }
  services.behave('well');
  const secrets: Secret[] = [...site.secrets, signingKeyOf(site)];
  expect(findSecrets(recorder.received(), secrets)).toEqual([]);
  expect(findSecrets((await keptBy(page, context)) + site.output(), secrets)).toEqual([]);
  expect(personal.filter((words) => site.output().includes(words))).toEqual([]);
});

test('a site that cannot reach its database prints a sentence without password or stack, and exits with 1', { tag: '@all' }, async () => {
  const password = makeCanary();
  const start = startSite({ DATABASE_URL: `postgres://enfilade:${password}@127.0.0.1:1/registry`, LOG_LEVEL: 'trace' });
  const error = await start.then(() => undefined).catch((reason: Error) => reason);
  expect(error?.message).toContain('ended with 1');
  expect(error?.message).not.toMatch(/\n\s+at |Error:/);
  expect(findSecrets(error?.message ?? '', [{ name: 'password', value: password }])).toEqual([]);
});

test('the files for browsers contain neither a key nor the name of a key', { tag: '@all' }, () => {
  const files = built.flatMap((folder) => filesBelow(path.join(root, folder, 'dist')));
  expect(files.length).toBeGreaterThan(20);
  const telling = /CANARY-[0-9a-f]{8}|MIDDLEWARE_(?:EMAIL|PASSWORD)|VAPI_PRIVATE_KEY|(?:LLM|STT|TTS)_KEY|DATABASE_URL|PRIVATE KEY-/;
  expect(files.filter((file) => telling.test(readFileSync(file, 'latin1')))).toEqual([]);
});

const callBody = { assistantOverrides: { variableValues: { visit: JSON.stringify(visit) } } };

async function goToVisit(page: Page): Promise<void> {
  await page.goto(`/?museum=${museums.belmonte}`);
  await cardOf(page, 'The Grand Staircase').click();
  await answerQuestions(page);
}

async function askInVisit(page: Page): Promise<void> {
  const questions = page.waitForResponse(/\/api\/questions$/);
  const screen = screenOf(page, 'visit');
  await screen.getByRole('textbox').fill(`I am ${person}. Why is the ceiling of the painting salon so dark?`);
  await page.keyboard.press('Enter');
  await expect(screen.getByText(/candle/).first()).toBeVisible();
  expect((await questions).ok()).toBe(true);
}

async function talkInChat(page: Page): Promise<void> {
  await openChat(page);
  await askChat(page, `Why does the dome turn? ${person} asks.`);
  const spoken = page.waitForResponse(/\/api\/speech\//);
  await chatAnswers(page).getByRole('button', { name: 'Listen', exact: true }).click();
  expect((await spoken).ok()).toBe(true);
  await chat(page).getByRole('button', { name: 'Dictate', exact: true }).click();
  const stop = chat(page).getByRole('button', { name: 'Tap to stop recording' });
  await expect(stop).toBeVisible();
  await page.waitForTimeout(wholePhraseMs);
  await stop.click();
  await expect(chatField(page)).toHaveValue(spokenWords);
}

async function meetErrors(page: Page): Promise<void> {
  await page.goto('/no/such/room');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  const text = `It is ${person} again`;
  const bodies: Record<string, unknown> = {
    '/api/chat': { visit, clientMessageId: crypto.randomUUID(), text },
    '/api/chat?in=pieces': { visit, clientMessageId: crypto.randomUUID(), text },
    '/api/questions': { visit, lines: [text], asked: [] },
    '/api/voice/call/web': callBody,
    '/api/speech/en-1': { visit, text },
    '/api/visits/ping': { museumId: museums.belmonte },
  };
  for (const [address, body] of Object.entries(bodies)) await post(page, address, body);
  for (const museum of [museums.cathedral, museums.textChat]) await page.request.get(`/api/museums/${museum}`);
  await openChat(page);
}

async function logIn(page: Page, site: RunningSite): Promise<void> {
  await page.goto('/operator');
  await page.getByLabel('Username or email').fill('local');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill(`${readFileSync(path.join(site.dataDir, 'tokens/operator'), 'utf8').trim()} but wrong`);
  await password.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await password.fill(readFileSync(path.join(site.dataDir, 'tokens/operator'), 'utf8').trim());
  await password.press('Enter');
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
}

function post(page: Page, address: string, body: unknown): Promise<number> {
  return page.evaluate(
    async ([to, json]) => {
      const accept = to.includes('pieces') ? 'text/event-stream' : 'application/json';
      const headers = { 'content-type': 'application/json', 'x-enfilade': '1', accept };
      const response = await fetch(to, { method: 'POST', headers, body: json });
      await response.text();
      return response.status;
    },
    [address, JSON.stringify(body)] as const,
  );
}

/** Everything that a script or a person at the screen can read. */
async function keptBy(page: Page, context: BrowserContext): Promise<string> {
  const read = () => {
    const frozen = (storage: Storage) => JSON.stringify({ ...storage });
    return [frozen(localStorage), frozen(sessionStorage), document.cookie, document.documentElement.outerHTML, window.name].join('\n');
  };
  return `${JSON.stringify(await context.cookies())}\n${await page.evaluate(read)}`;
}

function signingKeyOf(site: RunningSite): Secret {
  const { d = '' } = createPrivateKey(readFileSync(path.join(site.dataDir, 'keys/signing.pem'))).export({ format: 'jwk' });
  return { name: 'the key that signs sets', value: Buffer.from(d, 'base64url').toString('latin1') };
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => path.join(entry.parentPath, entry.name));
