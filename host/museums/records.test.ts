import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { expect, it } from '@rstest/core';
import { createFetch, createRecords } from './records.ts';

it('the first request for an address may use the preload, and later requests bypass the cache', async () => {
  const modes: (string | undefined)[] = [];
  const ask = createFetch((_, init) => {
    modes.push(init?.cache);
    return Promise.resolve(new Response());
  });
  await ask('/api/museums/1');
  await ask('/api/museums/2');
  await ask('/api/museums/1');
  await ask('/api/chat', { method: 'POST' });
  await ask('/api/chat', { method: 'POST' });
  expect(modes).toEqual([undefined, undefined, 'reload', undefined, undefined]);
});

const id = '6610a1b2c3d4e5f601000001';
const named = (name: string): MuseumResponse => ({ museum: museumSchema.parse({ _id: id, name }), profile: museumProfileSchema.parse({}) });
const unreachable = () => Promise.reject(new ApiError('network', 'Network Error'));
const refused = () => Promise.reject(new ApiError('refused', 'Forbidden', { status: 403 }));
/** Resolves once the promises have settled that the act has started. */
const after = (_act?: unknown) => new Promise((resolve) => setTimeout(resolve));

/** Each request gets the next of the `answers`. */
function openRecord(answers: ((signal?: AbortSignal) => Promise<MuseumResponse>)[]) {
  const clock = createHandClock();
  let asked = 0;
  const signals: (AbortSignal | undefined)[] = [];
  const loadMuseum = (_: string, signal?: AbortSignal) => {
    signals.push(signal);
    return (answers[asked++] ?? unreachable)(signal);
  };
  const records = createRecords({ api: { loadMuseum, loadExhibition: () => Promise.reject(new Error('not asked')) }, clock });
  return { record: records.museum(id), same: records.museum(id), clock, signals, asked: () => asked };
}

it('a record is requested once for all readers, and again after five minutes while its old data stays, also if the request fails', async () => {
  const [first, second] = [named('Before'), named('After')];
  const { record, same, clock, asked } = openRecord([async () => first, async () => second, refused]);
  record.load();
  await after(same.load());
  record.load();
  expect([record.getState(), asked()]).toEqual([{ data: first }, 1]);
  clock.pass(5 * 60_000);
  record.load();
  expect(record.getState()).toEqual({ data: first });
  await after();
  expect([record.getState(), asked()]).toEqual([{ data: second }, 2]);
  clock.pass(5 * 60_000);
  await after(record.load());
  expect([record.getState(), asked()]).toEqual([{ data: second }, 3]);
});

it('a record is requested three times with growing pauses before it fails', async () => {
  const { record, clock, asked } = openRecord([]);
  record.load();
  const counts: number[] = [];
  for (const ms of [499, 1, 999, 1]) {
    await after();
    await after(clock.pass(ms));
    counts.push(asked());
  }
  expect(counts).toEqual([1, 2, 2, 3]);
  expect(record.getState().error).toMatchObject({ category: 'network' });
});

it('a record that the gateway refuses fails at once, and the next load requests it again', async () => {
  const museum = named('Belmonte');
  const { record, asked } = openRecord([refused, () => Promise.resolve(museum)]);
  await after(record.load());
  expect([record.getState().error, asked()]).toEqual([expect.objectContaining({ status: 403 }), 1]);
  record.load();
  expect(record.getState()).toEqual({});
  await after();
  expect(record.getState()).toEqual({ data: museum });
});

it('a reload aborts the pending request of a record, and only the new response counts', async () => {
  const museum = named('Belmonte');
  let answerLate = (_: MuseumResponse): void => undefined;
  const { record, signals } = openRecord([() => new Promise((resolve) => (answerLate = resolve)), () => Promise.resolve(museum)]);
  record.load();
  record.reload();
  await after(answerLate(named('Late')));
  expect([record.getState(), signals.map((signal) => signal?.aborted)]).toEqual([{ data: museum }, [true, false]]);
});
