import { describe, expect, it } from '@rstest/core';
import { createFetch } from './queries.ts';

describe('asking the gateway', () => {
  it('may use what was preloaded the first time, and goes past the cache after that', async () => {
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
