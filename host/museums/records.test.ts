import { ApiError } from '@enfilade/shared-contracts/api/api-error';
import type { MuseumResponse } from '@enfilade/shared-contracts/api/schemas';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { museumSchema } from '@enfilade/shared-contracts/museum/museum';
import { museumProfileSchema } from '@enfilade/shared-contracts/museum/profile';
import { describe, expect, it } from '@rstest/core';
import { createFetch, createRecords } from './records.ts';

describe('asking the gateway', () => {
  it('asking the gateway may use what was preloaded the first time, and goes past the cache after that', async () => {
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
});

const id = '6610a1b2c3d4e5f601000001';
const named = (name: string): MuseumResponse => ({ museum: museumSchema.parse({ _id: id, name }), profile: museumProfileSchema.parse({}) });
const unreachable = () => Promise.reject(new ApiError('network', 'Network Error'));
const refused = () => Promise.reject(new ApiError('refused', 'Forbidden', { status: 403 }));
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A museum's record at a gateway that answers as `answers` say, one after another. */
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

describe('a record', () => {
  it('a record is requested once for any number of readers, and again after five minutes, while the old one stays', async () => {
    const [first, second] = [named('Before'), named('After')];
    const { record, same, clock, asked } = openRecord([() => Promise.resolve(first), () => Promise.resolve(second)]);
    record.load();
    same.load();
    await settle();
    record.load();
    expect([record.getState(), asked()]).toEqual([{ data: first }, 1]);
    clock.pass(5 * 60_000);
    record.load();
    expect(record.getState()).toEqual({ data: first });
    await settle();
    expect([record.getState(), asked()]).toEqual([{ data: second }, 2]);
  });

  it('a record is requested three times with growing pauses before it fails', async () => {
    const { record, clock, asked } = openRecord([]);
    record.load();
    const counts: number[] = [];
    for (const ms of [499, 1, 999, 1]) {
      await settle();
      clock.pass(ms);
      await settle();
      counts.push(asked());
    }
    expect(counts).toEqual([1, 2, 2, 3]);
    expect(record.getState().error).toMatchObject({ category: 'network' });
  });

  it('a refused record fails at once, and is requested again by the next load', async () => {
    const museum = named('Belmonte');
    const { record, asked } = openRecord([refused, () => Promise.resolve(museum)]);
    record.load();
    await settle();
    expect([record.getState().error, asked()]).toEqual([expect.objectContaining({ status: 403 }), 1]);
    record.load();
    expect(record.getState()).toEqual({});
    await settle();
    expect(record.getState()).toEqual({ data: museum });
  });

  it('a record keeps its data when a newer one does not come', async () => {
    const museum = named('Belmonte');
    const { record, clock } = openRecord([() => Promise.resolve(museum), refused]);
    record.load();
    await settle();
    clock.pass(5 * 60_000);
    record.load();
    await settle();
    expect(record.getState()).toEqual({ data: museum });
  });

  it('a record that hangs is given up by a reload, whose answer alone counts', async () => {
    const museum = named('Belmonte');
    let answerLate = (_: MuseumResponse): void => undefined;
    const { record, signals } = openRecord([() => new Promise((resolve) => (answerLate = resolve)), () => Promise.resolve(museum)]);
    record.load();
    record.reload();
    answerLate(named('Late'));
    await settle();
    expect([record.getState(), signals.map((signal) => signal?.aborted)]).toEqual([{ data: museum }, [true, false]]);
  });
});
