import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { createHandClock } from '@enfilade/shared-contracts/remote/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import { createLog } from './http/create-log.ts';
import { createSiteServer, drainMs } from './site-server.ts';

/** A listening site with an answer that never ends. */
async function listen() {
  const clock = createHandClock();
  const app = createSiteServer({ clock, log: createLog({ level: 'silent', secrets: [] }) });
  const answered = new Promise<void>((resolve) => {
    app.get('/endless', (_, reply) => {
      setImmediate(resolve);
      return reply.send(new Readable({ read: () => {} }));
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  /** Closes the site, and lets the time pass that it gives what is under way. */
  const close = async () => {
    const closing = app.close();
    while (clock.waiting() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(socket.closed).toBe(false);
    clock.pass(drainMs);
    await closing;
    return app.server.listening;
  };
  return { socket, answered, close };
}

describe('a closing site', () => {
  it('is not held by a connection that never asks for anything', async () => {
    const { socket, close } = await listen();
    expect(await close()).toBe(false);
    socket.destroy();
  });

  it('is not held by an answer that does not end', async () => {
    const { socket, answered, close } = await listen();
    socket.on('error', () => {}).pause();
    socket.write('GET /endless HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await answered;
    expect(await close()).toBe(false);
    socket.destroy();
  });
});
