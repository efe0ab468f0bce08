type Fetch = typeof globalThis.fetch;

/**
 * A fetch whose second request for an address goes past the HTTP cache. The first one may use what the page
 * preloaded; whoever asks again wants it anew, and a request that hangs would otherwise hold its address.
 */
export function createFetch(fetch: Fetch): Fetch {
  const asked = new Set<string>();
  return (input, init = {}) => {
    if ((init.method ?? 'GET') !== 'GET') return fetch(input, init);
    const address = input instanceof Request ? input.url : String(input);
    const isAgain = asked.has(address);
    asked.add(address);
    return fetch(input, isAgain ? { ...init, cache: 'reload' } : init);
  };
}
