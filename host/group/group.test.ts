import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import { type GroupEvent, type GroupLinesRequest, groupLimits, groupLineSchema } from '@enfilade/shared-contracts/api/group';
import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { forAll } from '@enfilade/shared-contracts/kit/testing/for-all';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { afterEach, expect, it, onTestFinished } from '@rstest/core';
import fc from 'fast-check';
import { followedLine as line } from '../testing/followed-line.ts';
import { clearVisit, createTestServices } from '../testing/test-services.ts';
import { createFollowing, type EventsOptions, type FollowedLine, listTurns, putLine, showLine } from './follow-group.ts';
import { createLeading, pickGroupLines } from './lead-group.ts';

const museumId = '6610a1b2c3d4e5f601000001';
const exhibitionId = '6610a1b2c3d4e5f602000001';
/** Resolves once the promises have settled that the act has started. */
const after = (_act?: unknown) => new Promise((resolve) => setTimeout(resolve));

afterEach(() => {
  clearVisit();
  window.sessionStorage.clear();
});

const anyText = fc.oneof(fc.string({ minLength: 1, maxLength: 80 }), fc.lorem({ maxCount: 200 }));
const anyTurns = fc
  .array(fc.record({ question: anyText, answer: anyText }, { requiredKeys: [] }), { maxLength: 20 })
  .map((turns) => turns.map((turn, id): Turn => ({ ...turn, id, sources: [], state: 'complete' })));
const said = (turns: readonly Turn[]) => ({ turns, exhibitionId, language: 'en' as const });

it('a group receives lines from its start, receives questions only after the leader agrees, and receives up to the line limit of a request', () => {
  const anySince = fc.integer({ min: -1, max: 12 });
  forAll(anyTurns, anySince, fc.option(anySince, { nil: undefined }), (turns, since, questionsSince) => {
    const turnOf = (turn: string) => Number(turn.split(':')[1]);
    for (const { turn, speaker } of pickGroupLines(said(turns), { since, questionsSince })) {
      expect(turnOf(turn)).toBeGreaterThan(since);
      if (speaker === 'visitor') expect(turnOf(turn)).toBeGreaterThan(questionsSince ?? Number.POSITIVE_INFINITY);
    }
    const all = pickGroupLines(said(turns), { since: -1, questionsSince: -1 });
    expect(all.length).toBeLessThanOrEqual(groupLimits.lines);
    expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
    for (const each of all) groupLineSchema.parse(each);
  });
});

it('the last sentence of an unfinished answer is marked as open', () => {
  const turns: Turn[] = [{ id: 1, answer: 'One. Two', sources: [], state: 'arriving', generated: { kind: 'quotation' } }];
  const picked = pickGroupLines({ turns, exhibitionId, language: 'de' }, { since: 0 });
  expect(picked.map(({ text, isOpen, language, generated }) => [text, isOpen, language, generated?.kind])).toEqual([
    ['One.', undefined, 'de', 'quotation'],
    ['Two', true, 'de', 'quotation'],
  ]);
});

function openLeading({ refusal }: { refusal?: number } = {}) {
  const { services, clock } = createTestServices();
  services.session.arrive(museumId, exhibitionId);
  const sent: GroupLinesRequest[] = [];
  const ended: string[] = [];
  const group = { code: 'ABCD2345', endsAt: 4 * 60 * 60_000, proof: 'p'.repeat(43) };
  let status = refusal;
  const api = {
    start: async () => group,
    async publish(_: string, request: GroupLinesRequest) {
      if (status) throw new ApiError('refused', 'No.', { status });
      sent.push(request);
      return 2;
    },
    end: async (code: string) => void ended.push(code),
  };
  const start = () => {
    const leading = createLeading({ ...services, api, clock, storage: safeStorage(() => window.sessionStorage) });
    const stop = leading.run();
    onTestFinished(stop);
    return { ...leading, stop };
  };
  const refuse = (next: number | undefined) => {
    status = next;
  };
  return { start, services, clock, sent, ended, refuse };
}

it('a leader sends new lines once within 0.5 s, and a heartbeat every 10 s', async () => {
  const { start, services, clock, sent } = openLeading();
  const leading = start();
  await leading.start();
  expect(leading.getState()).toMatchObject({ kind: 'leading', code: 'ABCD2345', followers: 2 });
  services.conversation.start('text');
  await after(services.conversation.send('Who built it?'));
  await after(clock.pass(500));
  expect(sent.length).toBe(2);
  await after(clock.pass(10_000));
  expect(sent.length).toBe(3);
  expect(sent.flatMap(({ lines }) => lines)).toEqual([]);
  leading.shareQuestions(true);
  await after(leading.pause(true));
  expect(sent.at(-1)).toMatchObject({ isPaused: true, lines: [], exhibitionId });
});

it('a led group continues after a reload, and ending the group clears the tab’s storage', async () => {
  const { start, clock, sent, ended } = openLeading();
  const first = start();
  await first.start();
  first.stop();
  const second = start();
  expect(second.getState()).toMatchObject({ kind: 'leading', code: 'ABCD2345' });
  await after(clock.pass(1));
  expect(sent.length).toBe(2);
  await second.end();
  expect([second.getState(), ended, window.sessionStorage.getItem('group')]).toEqual([{ kind: 'none' }, ['ABCD2345'], '']);
});

it('a leader shows that the site is unreachable, retries, and ends the group at 404', async () => {
  const { start, clock, sent, refuse } = openLeading();
  const leading = start();
  await leading.start();
  refuse(503);
  await after(clock.pass(10_000));
  expect(leading.getState()).toMatchObject({ isUnreachable: true });
  refuse(undefined);
  await after(clock.pass(2_000));
  expect([sent.length, leading.getState()]).toEqual([2, expect.objectContaining({ isUnreachable: false })]);
  refuse(404);
  await after(clock.pass(10_000));
  expect(leading.getState()).toEqual({ kind: 'ended' });
});

it('a stopped leader sends nothing more, even if a request was pending', async () => {
  const { start, clock } = openLeading();
  const leading = start();
  await leading.start();
  clock.pass(10_000);
  await after(leading.stop());
  expect(clock.waiting()).toBe(0);
});

it('deleting the visit ends its group', async () => {
  const { start, services, clock } = openLeading();
  const leading = start();
  await leading.start();
  services.session.forget();
  await after(clock.pass(500));
  expect(leading.getState()).toEqual({ kind: 'none' });
});

const facts = { type: 'group', museumId, exhibitionId, isPaused: false, isLeaderAway: false, endsAt: 9 } as const;

function openFollowing() {
  const clock = createHandClock();
  const lines: { options: EventsOptions; fail(status?: number): void; finish(): void }[] = [];
  const read = (options: EventsOptions) =>
    new Promise<void>((resolve, reject) => {
      const fail = (status?: number) => reject(new ApiError(status ? 'refused' : 'network', 'No.', status ? { status } : {}));
      options.signal.addEventListener('abort', () => fail());
      lines.push({ options, fail, finish: resolve });
    });
  const following = createFollowing({ read, clock, random: () => 0.5 });
  let stop = following.run();
  const reconnect = () => {
    stop();
    stop = following.run();
  };
  onTestFinished(() => stop());
  const last = () => lines.at(-1) as (typeof lines)[number];
  const tell = (event: GroupEvent, id?: string) => last().options.onEvent(event, id);
  return { following, reconnect, clock, lines, last, tell, connection: () => following.getState().connection };
}

it('a follower reconnects after the last line it received, until the group ends', async () => {
  const { following, reconnect, clock, lines, last, tell, connection } = openFollowing();
  tell(facts);
  tell({ ...line(1), type: 'line' }, '17');
  expect([connection(), following.getState().lines.map(({ text }) => text)]).toEqual(['live', ['Line 1.']]);
  await after(last().fail());
  expect(connection()).toBe('lost');
  await after(clock.pass(1_000));
  expect([lines.length, last().options.lastEventId]).toEqual([2, '17']);
  tell({ type: 'interrupted' });
  expect(connection()).toBe('interrupted');
  tell({ type: 'ended' });
  await after(last().finish());
  const before = lines.length;
  await after(reconnect());
  expect([connection(), clock.waiting(), lines.length]).toEqual(['ended', 0, before]);
});

it('a follower doubles its wait after each failure, and connects again at once when the network changes', async () => {
  const { reconnect, clock, lines, last, tell } = openFollowing();
  tell(facts);
  const { signal } = last().options;
  await after(reconnect());
  expect([signal.aborted, lines.length]).toEqual([true, 2]);
  await after(last().fail());
  for (const wait of [1_000, 2_000, 4_000]) {
    const before = lines.length;
    await after(clock.pass(wait - 1));
    expect(lines.length).toBe(before);
    await after(clock.pass(1));
    expect(lines.length).toBe(before + 1);
    await after(last().fail());
  }
  const before = lines.length;
  await after(reconnect());
  expect([lines.length, clock.waiting()]).toEqual([before + 1, 0]);
});

it.each([
  [404, 'unknown'],
  [400, 'unknown'],
  [410, 'ended'],
  [503, 'full'],
  [429, 'full'],
] as const)('a follower shows status %d as: %s', async (status, expected) => {
  const { last, connection } = openFollowing();
  await after(last().fail(status));
  expect(connection()).toBe(expected);
});

it('a follower waits one minute for a group that the site has lost', async () => {
  const { clock, last, tell, connection } = openFollowing();
  tell(facts);
  await after(last().fail(404));
  expect(connection()).toBe('lost');
  await after(clock.pass(61_000));
  await after(last().fail(404));
  expect(connection()).toBe('ended');
});

it('a follower has each line once and in order, and questions before their answers', () => {
  forAll(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 80 }), (places) => {
    const all = places.reduce<FollowedLine[]>((lines, place) => putLine(lines, line(place)), []);
    const shown = all.map(({ place }) => place);
    expect(shown).toEqual([...new Set(shown)].toSorted((a, b) => a - b));
    expect(all.length).toBeLessThanOrEqual(groupLimits.kept);
  });
  const turns = listTurns([line(1), line(2, { speaker: 'visitor' }), line(3, { turn: 'room:2' })]);
  expect(turns.map(({ questions, answers }) => `${questions.length} ${answers.length}`)).toEqual(['1 1', '0 1']);
});

it('a follower reads translations, lines in the own language unchanged, and untranslatable lines with their language', () => {
  const translations = new Map([
    ['en de Line 1.', 'Zeile 1.'],
    ['en de Line 2.', null],
    ['en de Line 3.', 'Zeile'],
  ]);
  const lines = [line(1), line(2), line(3, { isOpen: true }), line(4, { language: 'de' }), line(5)];
  expect(lines.map((each) => showLine(each, 'de', translations))).toEqual([
    { kind: 'said', text: 'Zeile 1.' },
    { kind: 'foreign', text: 'Line 2.' },
    { kind: 'waiting' },
    { kind: 'own', text: 'Line 4.' },
    { kind: 'waiting' },
  ]);
});
