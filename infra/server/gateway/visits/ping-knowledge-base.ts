import type { Upstream } from '../upstream/upstream.ts';

export interface KnowledgeBase {
  upstream: Upstream;
  kbUrl: string;
  pingMs: number;
}

/**
 * Wakes the knowledge base. Resolves with the status it answered; what it says beside is not read.
 * @throws GatewayFault `upstream-failed`, `upstream-timeout`
 */
export async function pingKnowledgeBase({ upstream, kbUrl, pingMs }: KnowledgeBase, requestId?: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'GET', url: `${kbUrl}/kb-querying/ping`, headers, requestId, isRepeatable: true } as const;
  return (await upstream.call(call, { ms: pingMs })).status;
}
