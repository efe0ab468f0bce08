import { sendReady } from './child.mjs';
import { loadModule } from './modules.mjs';

// A site whose every answer takes a millisecond of work.

const { createSiteServer } = await loadModule('site-server');
const { createLog } = await loadModule('create-log');
const { systemClock } = await loadModule('clock');

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
