import { type ClientConfig, DatabaseError } from 'pg';

/** Of both the channel and the table. */
export const journalTable = 'registry_journal';

/** A database that hangs is as good as down: whoever waits is told within seconds. */
export function connectionTo(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'enfilade',
    keepAlive: true,
    connectionTimeoutMillis: 3_000,
    // The server gives up before the client does, so that what the client gave up is not done afterwards.
    statement_timeout: 4_000,
    query_timeout: 5_000,
  };
}

/** Whether the server itself refused the statement, so that it certainly changed nothing. */
export function isRefusal(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && error.severity === 'ERROR';
}

/** What can be said of an error without repeating the address, which may hold a password. */
export function describeFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}
