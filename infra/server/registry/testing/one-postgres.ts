import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onePostgresName, type PostgresServer, startPostgres } from './postgres-server.ts';

/** Makes databases for all test files of a run. */
let broker: Server;
/** Starts with the first database that a test file needs. */
let starting: Promise<PostgresServer> | undefined;

/** Called by the runner before the first test file. */
export async function setup(): Promise<void> {
  // A runner that was killed calls nothing.
  process.on('disconnect', () => process.exit(1));
  broker = createServer(async (_, response) => {
    starting ??= startPostgres();
    response.end(await starting.then((server) => server.createDatabase()).catch((error: Error) => error.stack));
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  process.env[onePostgresName] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}`;
}

/** Called by the runner after the last test file. */
export async function teardown(): Promise<void> {
  broker.close();
  await (await starting)?.end();
}
