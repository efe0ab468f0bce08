import { loadModule } from '../../bundle-modules.mjs';
import { sendReady } from './child.mjs';

// A site in which each answer takes a millisecond of work.

const { createSiteServer } = await loadModule('load', 'site-server');
const { createLog } = await loadModule('load', 'create-log');
const { systemClock } = await loadModule('load', 'clock');

const workMs = 1;
const app = createSiteServer({ clock: systemClock, log: createLog({ level: 'warn' }) });
app.get('/work', async () => {
  const until = performance.now() + workMs;
  while (performance.now() < until);
  return { status: 'ok' };
});
process.on('SIGTERM', () => app.close());
const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
sendReady(Number(port));
