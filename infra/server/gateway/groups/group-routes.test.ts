import { groupLimits } from '@enfilade/shared-contracts/api/group';
import { expect, it } from '@rstest/core';
import { endGroup, follow, type Leader, lineOf, publish, startGroup } from '../testing/group-client.ts';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, foreignExhibitionId, museumId, unknownId, visit } from '../testing/samples.ts';
import { openTwoGateways } from '../testing/two-gateways.ts';

const minuteMs = 60_000;
const unknownCode = 'ABCD2345';

const site = openEachTest();
const linesFrom = (from: number, count: number) => Array.from({ length: count }, (_, at) => lineOf(from + at));
const start = (cookie?: string) => startGroup(site.gateway, cookie);
const send = (leader: Leader, lines: readonly object[], change?: object) => publish(site.gateway, leader, lines, change);
const read = (code: string, headers?: Record<string, string>) => follow(site.gateway, code, headers);

it('starting a group returns a code of eight unambiguous characters, the same code for the same visit', async () => {
  const leader = await start();
  expect(leader.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  expect((await start(leader.cookie)).code).toBe(leader.code);
  expect((await start()).code).not.toBe(leader.code);
});

it('followers get the group’s facts and the guide’s lines as they arrive, without a visit cookie', async () => {
  const leader = await start();
  const follower = await read(leader.code);
  await expect.poll(() => follower.events.length).toBe(1);
  const facts = { museumId, exhibitionId, isPaused: false, isLeaderAway: false, endsAt: leader.endsAt };
  expect(JSON.parse(follower.events[0]?.data ?? '')).toEqual(facts);
  const room = { index: 1, count: 3, name: 'Library' };
  expect((await send(leader, [lineOf(1)], { room })).text).toBe('{"followers":1}');
  await expect.poll(() => follower.lines()).toEqual(['Sentence 1.']);
  expect(JSON.parse(follower.events[1]?.data ?? '')).toEqual({ ...facts, room });
  await send(leader, [lineOf(1), lineOf(2, { language: 'de' })]);
  await expect.poll(() => follower.lines()).toEqual(['Sentence 1.', 'Sentence 2.']);
});

it('followers get a changed line again, in its own place', async () => {
  const leader = await start();
  const follower = await read(leader.code);
  await send(leader, [lineOf(1, { text: 'The books', isOpen: true }), lineOf(2)]);
  await send(leader, [lineOf(1, { text: 'The books are old.' }), lineOf(2)]);
  await expect.poll(() => follower.lines()).toEqual(['The books', 'Sentence 2.', 'The books are old.']);
  const places = follower.events.filter(({ name }) => name === 'line').map(({ data }) => (JSON.parse(data) as { place: number }).place);
  expect([places[0] === places[2], Number(places[0]) < Number(places[1])]).toEqual([true, true]);
});

it('a returning follower gets the lines after the last line that the follower has', async () => {
  const leader = await start();
  await send(leader, [lineOf(1), lineOf(2)]);
  const first = await read(leader.code);
  await expect.poll(() => first.lines().length).toBe(2);
  const seen = first.events.at(-1)?.id ?? '';
  first.leave();
  await send(leader, [lineOf(3)]);
  const again = await read(leader.code, { 'last-event-id': seen });
  await expect.poll(() => again.lines()).toEqual(['Sentence 3.']);
  const late = await read(leader.code, { 'last-event-id': 'none of ours' });
  await expect.poll(() => late.lines()).toEqual(['Sentence 1.', 'Sentence 2.', 'Sentence 3.']);
});

it('a late follower gets only the newest lines', async () => {
  const leader = await start();
  for (const from of [0, 20, 40]) await send(leader, linesFrom(from, 20));
  const late = await read(leader.code);
  await expect.poll(() => late.lines().length).toBe(groupLimits.kept);
  expect(late.lines()[0]).toBe('Sentence 20.');
});

it('a paused group sends followers no lines and says that it is paused', async () => {
  const leader = await start();
  const follower = await read(leader.code);
  await send(leader, [lineOf(1)], { isPaused: true });
  await expect.poll(() => follower.events.at(-1)?.data).toMatch(/"isPaused":true/);
  await send(leader, [], { isPaused: false });
  await expect.poll(() => follower.events.at(-1)?.data).toMatch(/"isPaused":false/);
  expect(follower.lines()).toEqual([]);
});

it('only the visit that started a group may lead it', async () => {
  const leader = await start();
  const other = await start();
  const asOther = { ...leader, cookie: other.cookie };
  expect([(await send(asOther, [lineOf(1)])).status, (await endGroup(site.gateway, asOther)).status]).toEqual([403, 403]);
  expect((await send({ ...leader, cookie: '' }, [lineOf(1)])).status).toBe(401);
  expect((await endGroup(site.gateway, { ...leader, cookie: '' })).status).toBe(401);
  expect((await send({ ...leader, code: other.code }, [lineOf(1)])).status).toBe(403);
  expect((await send({ ...leader, endsAt: leader.endsAt + minuteMs }, [lineOf(1)])).status).toBe(403);
  const follower = await read(leader.code);
  await expect.poll(() => follower.names()).toEqual(['group']);
});

it('a group that its leader ends tells its followers and is deleted', async () => {
  const leader = await start();
  await send(leader, [lineOf(1)]);
  const follower = await read(leader.code);
  expect((await endGroup(site.gateway, leader)).status).toBe(204);
  await expect.poll(() => follower.isOver()).toBe(true);
  expect(follower.names().at(-1)).toBe('ended');
  expect((await read(leader.code)).status).toBe(410);
  expect([(await send(leader, [lineOf(2)])).status, (await endGroup(site.gateway, leader)).status]).toEqual([404, 404]);
  expect((await start(leader.cookie)).code).not.toBe(leader.code);
});

it('a group ends when its leader’s visit is deleted', async () => {
  const leader = await start();
  const follower = await read(leader.code);
  await site.gateway.post('/api/visits/forget', { museumId }, { cookie: leader.cookie });
  await expect.poll(() => follower.names().at(-1)).toBe('ended');
});

it('a group ends after four hours', async () => {
  const leader = await start();
  await send(leader, [lineOf(1)]);
  const follower = await read(leader.code);
  site.gateway.clock.turn(groupLimits.lifeMs);
  await expect.poll(() => follower.names().at(-1)).toBe('ended');
  expect((await read(leader.code)).status).toBe(404);
  expect((await send(leader, [lineOf(2)])).status).toBe(401);
});

it('followers learn that the leader’s device is away after 25 s without a request', async () => {
  const leader = await start();
  const follower = await read(leader.code);
  site.gateway.clock.turn(26_000);
  await expect.poll(() => follower.events.at(-1)?.data).toMatch(/"isLeaderAway":true/);
  await send(leader, []);
  await expect.poll(() => follower.events.at(-1)?.data).toMatch(/"isLeaderAway":false/);
});

it('the leader’s next request restores a group that the site has lost, and returning followers miss no line', async () => {
  const leader = await start();
  await send(leader, [lineOf(1)]);
  const before = await read(leader.code);
  await expect.poll(() => before.lines().length).toBe(1);
  await site.reopen({});
  expect((await read(leader.code)).status).toBe(404);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect((await send(leader, [lineOf(2)])).status).toBe(200);
  const after = await read(leader.code, { 'last-event-id': before.events.at(-1)?.id ?? '' });
  await expect.poll(() => after.lines()).toEqual(['Sentence 2.']);
});

it('a group has up to sixty followers, and one more when a follower leaves', async () => {
  const leader = await start();
  const all = await Promise.all(Array.from({ length: 70 }, () => read(leader.code)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(groupLimits.followers);
  expect(all.filter(({ status }) => status === 503)).toHaveLength(10);
  await expect.poll(async () => (await send(leader, [])).text).toBe('{"followers":60}');
  all.find(({ status }) => status === 200)?.leave();
  await expect.poll(async () => (await read(leader.code)).status).toBe(200);
});

it.each(['', 'ABCD', 'ABCD-234O', '../../api', 'ABCD2345X', '<script>'])('%j is not a code of a group', async (code) => {
  const { status } = await read(encodeURIComponent(code));
  expect([400, 404]).toContain(status);
});

it('a group’s code is accepted in upper or lower case and with its hyphen', async () => {
  const { code } = await start();
  expect((await read(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)).status).toBe(200);
});

it('an address that tried 600 unknown codes is refused at every group until its limit refills', async () => {
  site.gateway.clock.stop();
  const leader = await start();
  const tries = await Promise.all(Array.from({ length: 610 }, () => site.gateway.get(`/api/groups/${unknownCode}/events`)));
  expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([404, 429]));
  const refused = await read(leader.code);
  expect(refused.status).toBe(429);
  site.gateway.clock.turn(10 * minuteMs);
  expect((await read(leader.code)).status).toBe(200);
});

it('one address may start sixty groups an hour', async () => {
  site.gateway.clock.stop();
  const answers = await Promise.all(Array.from({ length: 65 }, () => site.gateway.post('/api/groups', { visit })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(60);
  const refused = answers.find(({ status }) => status === 429);
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
});

it('a leader’s requests beyond 60 at once are refused with 429', async () => {
  site.gateway.clock.stop();
  const leader = await start();
  const answers = await Promise.all(Array.from({ length: 80 }, () => send(leader, [])));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

it.each([
  ['too many lines', linesFrom(0, 21)],
  ['a line that is too long', [lineOf(1, { text: 'x'.repeat(601) })]],
  ['an empty line', [lineOf(1, { text: ' ' })]],
  ['a malformed key', [lineOf(1, { key: '<b>' })]],
  ['an unknown language', [{ ...lineOf(1), language: 'it' }]],
  ['an extra field', [{ ...lineOf(1), html: '<b>' }]],
])('a group refuses %s', async (_, lines) => {
  expect((await send(await start(), lines)).status).toBe(400);
});

it('a group needs a known museum and an exhibition of that museum', async () => {
  const begin = (change: object) => site.gateway.post('/api/groups', { visit: { ...visit, ...change } });
  expect((await begin({ museumId: unknownId })).json()).toMatchObject({ code: 'museum-not-found' });
  expect((await begin({ exhibitionId: foreignExhibitionId })).json()).toMatchObject({ code: 'exhibition-not-found' });
  const leader = await start();
  expect((await send(leader, [], { exhibitionId: foreignExhibitionId })).json()).toMatchObject({ code: 'exhibition-not-found' });
});

it('the log contains neither codes nor lines of a group', async () => {
  const leader = await start();
  await read(leader.code);
  await send(leader, [lineOf(1)]);
  for (const word of [leader.code, leader.proof, 'Sentence']) expect(site.gateway.logged.join('\n')).not.toContain(word);
});

it('followers’ streams end when the gateway closes', async () => {
  const leader = await start();
  const follower = await read(leader.code);
  await site.reopen({});
  await expect.poll(() => follower.isOver()).toBe(true);
});

const openTwo = () => openTwoGateways(site.upstreams.origin);

it('a group accepts its leader and followers at either gateway of a site, and a follower resumes at the other gateway', async () => {
  const { first, second } = await openTwo();
  const leader = await startGroup(first);
  const left = await follow(first, leader.code);
  const followers = [await follow(first, leader.code), await follow(second, leader.code)];
  await publish(first, leader, [lineOf(1)]);
  for (const { lines } of [...followers, left]) await expect.poll(() => lines()).toEqual(['Sentence 1.']);
  left.leave();
  await publish(second, leader, [lineOf(2)]);
  for (const { lines } of followers) await expect.poll(() => lines()).toEqual(['Sentence 1.', 'Sentence 2.']);
  const resumed = await follow(second, leader.code, { 'last-event-id': left.events.at(-1)?.id ?? '' });
  await expect.poll(() => resumed.lines()).toEqual(['Sentence 2.']);
  resumed.leave();
  await expect.poll(async () => (await publish(first, leader)).text).toBe('{"followers":2}');
  await endGroup(second, leader);
  for (const { names } of followers) await expect.poll(() => names().at(-1)).toBe('ended');
});

it('a group has up to sixty followers at all gateways of a site together', async () => {
  const { first, second } = await openTwo();
  const leader = await startGroup(first);
  const all = await Promise.all(Array.from({ length: 70 }, (_, at) => follow(at % 2 ? first : second, leader.code)));
  expect(all.filter(({ status }) => status === 200)).toHaveLength(groupLimits.followers);
});

it('followers learn that the shared state is unreachable, and continue when the state returns', async () => {
  const { first, second, lose } = await openTwo();
  const leader = await startGroup(first);
  const follower = await follow(second, leader.code);
  await expect.poll(() => follower.names()).toEqual(['group']);
  lose(true);
  await expect.poll(() => follower.names().at(-1)).toBe('interrupted');
  expect([(await publish(first, leader, [lineOf(1)])).status, (await follow(first, leader.code)).status]).toEqual([503, 503]);
  lose(false);
  await expect.poll(() => follower.names().at(-1)).toBe('group');
  await publish(first, leader, [lineOf(1)]);
  await expect.poll(() => follower.lines()).toEqual(['Sentence 1.']);
});
