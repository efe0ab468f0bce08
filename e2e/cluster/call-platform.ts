import { randomUUID } from 'node:crypto';
import { sendJson, startScriptedServer } from '@enfilade/server/gateway/testing/scripted-server';

/** In Vapi's shape, for calls only: a call exists until a request ends the call. */
export type CallPlatform = Awaited<ReturnType<typeof startCallPlatform>>;

export async function startCallPlatform() {
  const server = await startScriptedServer();
  const open = new Set<string>();
  /** Milliseconds since the epoch. */
  const endedAt = new Map<string, number>();
  let most = 0;
  const end = (id: string) => {
    if (open.delete(id)) endedAt.set(id, Date.now());
  };
  server.on('/call/web', (_, response) => {
    const id = randomUUID();
    open.add(id);
    most = Math.max(most, open.size);
    server.on(`/control/${id}`, (_request, answer) => {
      end(id);
      sendJson(answer, 200, {});
    });
    server.on(`/call/${id}`, (_request, answer) => sendJson(answer, 200, { id, status: open.has(id) ? 'in-progress' : 'ended' }));
    const controlUrl = `${server.origin}/control/${id}`;
    sendJson(response, 201, { id, webCallUrl: `${server.origin}/room/${id}`, monitor: { controlUrl } });
  });
  return {
    url: server.origin,
    endedAt,
    most: () => most,
    /** A browser that leaves ends its call at the platform, not at the site. */
    end,
    close: server.close,
  };
}
