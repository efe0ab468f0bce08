import { setTimeout as wait } from 'node:timers/promises';
import { expect, expectOnlyReports, makeReady, offered, openVisit, word } from '../test-kit/voice-test.ts';
import { askReadiness, createQuestions, type Question } from './ask-everything.ts';
import { createClient, test } from './cluster-test.ts';
import { startCluster } from './start-cluster.ts';

test.use({ permissions: ['microphone'] });

/** Duration of each outage: `OUTAGE_SECONDS=60 npm run e2e -- --cluster outages`. */
const outageMs = 1_000 * Number(process.env['OUTAGE_SECONDS'] ?? 5);
/** Pauses between two rounds of questions, and between two checks for the end of an outage. */
const [roundMs, lookMs] = [1_000, 50];

const servers = ['valkey', 'postgres', 's3'] as const;
type Server = (typeof servers)[number];
const outages: readonly (readonly Server[])[] = [
  ...servers.map((server) => [server]),
  ['valkey', 'postgres'],
  ['valkey', 's3'],
  ['postgres', 's3'],
];

const isBusy = 'This site is busy or restarting. Please try again in a moment.';
const bucketGone = 'The bucket of ARTIFACTS_URL cannot be reached';
const databaseGone = "The registry's database does not answer, nothing was changed; try again later.";
const sessionsGone = 'Operators cannot log in now; the log of this site has the reason. Please try again in a moment.';

const normal: Record<Question, string> = {
  ...{ page: '200', screens: '200', museums: '200', chat: '200', reports: '204' },
  ...{ publish: '201', pin: '200', login: '204', console: '200' },
  stranger: '401 Send a valid token as "Authorization: Bearer …", or log in at /operator.',
};

/** Expectations from the table in docs/production.md. */
const answersWithout = (gone: readonly Server[]): Record<Question, string> => ({
  ...normal,
  ...(gone.includes('valkey') && { chat: `503 ${isBusy}` }),
  ...(gone.includes('postgres') && {
    ...{ publish: `503 ${databaseGone}`, pin: `503 ${databaseGone}` },
    ...{ login: `503 ${sessionsGone}`, console: `503 ${sessionsGone}` },
  }),
  ...(gone.includes('s3') && { publish: `503 ${bucketGone}, nothing was published; try again later.` }),
});

const problems: Record<Server, string> = {
  valkey: 'The shared state (VALKEY_URL) cannot be reached',
  postgres: databaseGone,
  s3: bucketGone,
};

for (const gone of outages) {
  test(`if ${gone.join(' and ')} stop, unaffected requests succeed, affected requests name the cause, and all requests succeed after the restart`, async ({
    page,
    cluster,
    complaints,
  }) => {
    test.setTimeout(300_000 + 2 * outageMs);
    const { questions, close } = createQuestions(cluster);
    const names = Object.keys(questions) as Question[];
    const askEach = async () => Object.fromEntries(await Promise.all(names.map(async (name) => [name, await questions[name]()] as const)));
    expect(await askEach()).toEqual(normal);
    await openVisit(page, cluster.origin);
    await makeReady(page);

    await Promise.all(gone.map((server) => cluster[server].stop()));
    const endsAt = Date.now() + outageMs;
    await offered(page).first().click();
    await expect(word(page)).toHaveText('Clara is speaking');
    const heard = Object.fromEntries(names.map((name) => [name, new Set<string>()]));
    do {
      for (const [name, said] of Object.entries(await askEach())) heard[name]?.add(said);
      await wait(roundMs);
    } while (Date.now() < endsAt);
    const expected = answersWithout(gone);
    expect(Object.fromEntries(Object.entries(heard).map(([name, said]) => [name, [...said]]))).toEqual(
      Object.fromEntries(names.map((name) => [name, [expected[name]]])),
    );
    const named = gone.map((server) => problems[server]).toSorted();
    await expect.poll(() => askReadiness(cluster)).toEqual([named, named, named]);
    if (!gone.includes('valkey')) {
      await page.reload();
      await makeReady(page);
    }

    await Promise.all(gone.map((server) => cluster[server].start()));
    const startedAt = Date.now();
    const untilBack = async (isBack: () => Promise<boolean>) => {
      while (!(await isBack())) await wait(lookMs);
      return Date.now() - startedAt;
    };
    const back = names.map(async (name) => [name, await untilBack(async () => (await questions[name]()) === normal[name])] as const);
    const ready = untilBack(async () => (await askReadiness(cluster)).flat().length === 0);
    const figures = { ...Object.fromEntries(await Promise.all(back)), readyz: await ready };
    process.stdout.write(`  back after ${gone.join(' and ')}, ms: ${JSON.stringify(figures)}\n`);
    expect(await askEach()).toEqual(normal);
    await page.reload();
    await makeReady(page);
    close();
    expectOnlyReports(complaints);
  });
}

test('the site spends nothing of its budget while Valkey is down, and counts earlier spending after the restart', async ({ proxyKind }) => {
  const budget = 100;
  // One of several museums may spend half of the budget.
  const cluster = await startCluster(proxyKind, { DAILY_BUDGET_CENTS: `${2 * budget}`, CHAT_PRICE: '0.01' });
  const client = createClient(cluster);
  /** Each refusal has a Retry-After. @returns the number of answers */
  const ask = async (count: number) => {
    let answered = 0;
    for (let at = 0; at < count; at += 1) {
      const { status, headers, text } = await client.ask('Who painted the ceiling?');
      if (status === 200 && text.includes('event: done')) answered += 1;
      else expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    }
    return answered;
  };
  const askTogether = async (count: number) =>
    (await Promise.all(Array.from({ length: 6 }, () => ask(count / 6)))).reduce((sum, answered) => sum + answered, 0);
  const before = await askTogether(30);
  await cluster.valkey.stop();
  const meanwhile = await askTogether(30);
  await cluster.valkey.start();
  await expect.poll(() => askReadiness(cluster)).toEqual([[], [], []]);
  expect([before, meanwhile, await askTogether(120)]).toEqual([30, 0, budget - 30]);
  client.close();
  await cluster.close();
});
