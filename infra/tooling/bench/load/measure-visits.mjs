import { figure } from '../figure.mjs';
import { bundleServers } from './bundle.mjs';
import { visit } from './content.mjs';
import { freshId } from './request-text.mjs';
import { startChild } from './start-child.mjs';

const visits = 2_000;
const [eachKb, allMb] = [64, 300];

/** What visitors cost while they read an answer that has begun and does not end. */
export async function measureVisits() {
  await bundleServers();
  const services = await startChild('services.mjs');
  const gateway = await startChild('gateway-server.mjs', { services: services.port }, ['--expose-gc']);
  const body = { visit, clientMessageId: freshId, text: 'Who painted this ceiling?' };
  const readers = await startChild('readers.mjs', { port: gateway.port, address: '/api/chat', body, accept: 'text/event-stream' });
  // What the first visits make once and for all is not theirs.
  await readers.ask({ hold: 100, release: true });
  const before = await gateway.usage();
  const { held } = await readers.ask({ hold: visits });
  const after = await gateway.usage();
  for (const child of [readers, gateway, services]) await child.stop();
  const kb = (after.rss - before.rss) / 1_024 / visits;
  const mb = after.rss / 2 ** 20;
  figure(`each of ${visits} visits held open`, `${kb.toFixed(0)} kB`, `${eachKb} kB`, held === visits && kb <= eachKb);
  figure(`the gateway that holds ${held} visits`, `${mb.toFixed(0)} MB RSS`, `${allMb} MB`, held === visits && mb <= allMb);
}
