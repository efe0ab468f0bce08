import { createServer } from 'node:http';
import { connect } from 'node:http2';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { answerQuestions } from '../test-kit/answer-questions.ts';
import { listen } from '../test-kit/listen.ts';
import { freePort } from '../test-kit/start-site.ts';
import { cardOf, museums, screenOf, speakLanguage } from '../test-kit/test.ts';
import {
  expect,
  expectOnlyReports,
  hold,
  makeReady,
  offered,
  openVisit,
  untilReady,
  visit,
  wholePhraseMs,
  word,
} from '../test-kit/voice-test.ts';
import { createClient, startLoad, test } from './cluster-test.ts';
import { startProxy } from './start-proxy.ts';

test.use({ permissions: ['microphone'] });

/** The load runs this long before, between and after events of gateways. */
const loadMs = 2_000;

const isTalking = /Clara is speaking|Ready when you are/;

async function expectAnswer(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await untilReady(page);
  await offered(page).first().click();
  await expect(word(page)).toHaveText('Clara is speaking');
}

/** A call ends after 30 s of silence, and a busy machine starts a gateway late. The visitor asks until the gateway runs. */
async function talkUntil(page: Page, started: Promise<void>): Promise<void> {
  let isStarted = false;
  const over = started.finally(() => {
    isStarted = true;
  });
  do {
    await expectAnswer(page);
    await page.keyboard.press('Escape');
    await untilReady(page);
  } while (!isStarted);
  await over;
}

test('a visitor gets from the landing to answers by voice and text over TLS and HTTP/2', async ({ page }) => {
  await speakLanguage(page, 'en');
  await page.goto(`/?museum=${museums.belmonte}`);
  const protocol = () => performance.getEntriesByType('navigation').map((entry) => 'nextHopProtocol' in entry && entry.nextHopProtocol);
  expect(await page.evaluate(protocol)).toEqual(['h2']);
  await cardOf(page, 'The Grand Staircase').click();
  await answerQuestions(page);
  await expect(word(page)).toHaveText(isTalking);
  await page.keyboard.press('Escape');
  await untilReady(page);
  const key = await hold(page);
  await page.waitForTimeout(wholePhraseMs);
  await key.release();
  await expect(word(page)).toHaveText('Clara is speaking');
  await visit(page).getByRole('tab', { name: 'Text' }).click();
  const sources = visit(page)
    .getByRole('log')
    .getByText(/^Source: /);
  for (const [at, question] of ['Who painted the ceiling?', 'And in which year?', 'How old is the staircase?'].entries()) {
    await visit(page).getByRole('textbox').fill(question);
    await expect(visit(page).getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'false');
    await page.keyboard.press('Enter');
    await expect(visit(page).getByRole('log').getByText(question)).toBeVisible();
    await expect(sources).toHaveCount(at + 2);
  }
  await expect(screenOf(page, 'visit')).toBeVisible();
});

test('the proxy streams an answer in pieces, hides metrics and readiness, and passes the health check on', async ({ cluster }) => {
  const client = createClient(cluster);
  const answer = await client.ask('Who painted the ceiling?');
  expect(answer.text).toContain('event: done');
  expect(answer.pieces).toBeGreaterThan(5);
  expect([(await client.get('/metrics')).status, (await client.get('/readyz')).status]).toEqual([404, 404]);
  expect((await client.get('/healthz')).status).toBe(200);
  client.close();
});

test('the proxy passes early hints (103) on', async ({ proxyKind }, testInfo) => {
  const link = '</static/js/index.js>; rel=preload; as=script';
  const server = createServer((_, response) => response.writeEarlyHints({ link }, () => response.end('whole')));
  const { origin: behind, close } = await listen(server);
  const address = new URL(behind).host;
  const folder = testInfo.outputPath('proxy');
  const { origin, ca, end } = await startProxy(proxyKind, {
    folder,
    gateways: [address, address, address],
    port: Number(await freePort()),
  });
  const session = connect(origin, { ca });
  const asked = session.request({ ':path': '/' });
  const hints: unknown[] = [];
  asked.on('headers', (headers) => hints.push([headers[':status'], headers['link']]));
  const answered = await text(asked);
  expect([hints, answered]).toEqual([[[103, link]], 'whole']);
  session.close();
  await end();
  await close();
});

for (const [signal, effect] of [
  ['SIGTERM', 'fails no request'],
  ['SIGKILL', 'fails at most the requests of that gateway'],
] as const)
  test(`${signal} to each gateway in turn, under pages, streams and a call, ${effect}, and the call continues`, async ({
    page,
    cluster,
    complaints,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => request.url().endsWith('/api/voice/call/web') && calls.push(request.url()));
    await openVisit(page, cluster.origin);
    await makeReady(page);
    const [readers, askers] = [4, 4];
    const load = startLoad(cluster, { readers, askers });
    for (const gateway of cluster.gateways) {
      await wait(loadMs);
      await gateway.end(signal);
      if (signal === 'SIGTERM') await expect(word(page)).toHaveText(isTalking);
      await wait(loadMs);
      await expect(word(page)).toHaveText(isTalking);
      await talkUntil(page, gateway.start());
    }
    await wait(loadMs);
    await load.stop();
    process.stdout.write(`  ${signal}: ${JSON.stringify({ ...load.counts, failures: load.failures, calls: calls.length })}\n`);
    if (signal === 'SIGTERM') {
      expect(load.failures).toEqual([]);
      expect(calls.length).toBeGreaterThan(1);
    } else expect(load.failures.length).toBeLessThanOrEqual(cluster.gateways.length * (readers + askers));
    await expectAnswer(page);
    expectOnlyReports(complaints);
  });
