import { once } from 'node:events';
import { connect } from 'node:net';
import { plan, sendReady } from './child.mjs';
import { createRequestText } from './request-text.mjs';

// Visitors, each of whom reads an answer that does not end.

/** As many begin at once. */
const together = 50;
const requestText = createRequestText(plan);
/** @type {Set<import('node:net').Socket>} */ const open = new Set();

/** Resolves with the first words of the answer. */
async function read() {
  const socket = connect({ port: plan.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.on('close', () => open.delete(socket));
  open.add(socket);
  socket.write(requestText());
  let text = '';
  while (!text.includes('event: text') && !socket.destroyed) text += (await once(socket, 'data'))[0];
  socket.resume();
}

sendReady(0, async ({ hold, release }) => {
  while (open.size < hold) await Promise.all(Array.from({ length: Math.min(together, hold - open.size) }, read));
  const held = open.size;
  if (release) for (const socket of open) socket.destroy();
  return { held };
});
