import { describe, expect, it } from '@rstest/core';
import { createSpeechCache } from './create-reader.ts';

function openCache(limitBytes: number) {
  const cache = createSpeechCache(limitBytes);
  const loaded: string[] = [];
  const take = (key: string, bytes = 10) =>
    cache.take(key, () => {
      loaded.push(key);
      return Promise.resolve(new ArrayBuffer(bytes));
    });
  return { take, loaded };
}

describe('speech that was heard before', () => {
  it('is loaded once, and survives that its taker empties it', async () => {
    const { take, loaded } = openCache(100);
    const first = await take('a');
    structuredClone(first, { transfer: [first] });
    expect([(await take('a')).byteLength, loaded]).toEqual([10, ['a']]);
  });

  it('makes room for what is new, the longest unheard first', async () => {
    const { take, loaded } = openCache(30);
    for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await take(key);
    expect(loaded).toEqual(['a', 'b', 'c', 'd', 'b']);
  });

  it('keeps nothing that is larger than itself', async () => {
    const { take, loaded } = openCache(30);
    await take('a', 31);
    await take('b');
    await take('a', 31);
    expect(loaded).toEqual(['a', 'b', 'a']);
  });

  it('is loaded anew when it turned out to be no sound', async () => {
    const cache = createSpeechCache(30);
    const take = () => cache.take('a', () => Promise.resolve(new ArrayBuffer(10)));
    await take();
    cache.drop('a');
    cache.drop('never kept');
    expect((await cache.take('a', () => Promise.resolve(new ArrayBuffer(20)))).byteLength).toBe(20);
  });

  it('does not keep a failure', async () => {
    const cache = createSpeechCache(30);
    await expect(cache.take('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await cache.take('a', () => Promise.resolve(new ArrayBuffer(1)))).byteLength).toBe(1);
  });
});
