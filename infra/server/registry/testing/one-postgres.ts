import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onePostgresName, type PostgresServer, startPostgres } from './postgres-server.ts';

/** Creates databases for all test files of a run. */
let broker: Server;
/** Starts with the first request for a database. */
let starting: Promise<PostgresServer> | undefined;

/** The runner calls `setup` before the first test file. */
export async function setup(): Promise<void> {
  // A killed runner does not call `teardown`.
  process.on('disconnect', () => process.exit(1));
  broker = createServer(async (_, response) => {
    starting ??= startPostgres();
    response.end(await starting.then((server) => server.createDatabase()).catch((error: Error) => error.stack));
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  process.env[onePostgresName] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}`;
}

export async function teardown(): Promise<void> {
  broker.close();
  await (await starting)?.end();
}
