import { chmodSync } from 'node:fs';
import Database from 'libsql';

/** Another process holds the lock. */
export class LockHeldError extends Error {
  override readonly name = 'LockHeldError';
}

/**
 * Locks `file` for this process until the returned function is called. The kernel holds the lock, so it is the same in
 * every container that mounts the folder, and a killed process loses the lock at once. The file stays: whoever deleted it
 * could delete the lock of the next process. Nothing else may open the file: closing it would release the lock.
 * @throws LockHeldError
 */
export function holdLock(file: string): () => void {
  let database: Database.Database | undefined;
  try {
    const opened = new Database(file);
    database = opened;
    opened.exec('BEGIN EXCLUSIVE');
    chmodSync(file, 0o600);
    return () => void opened.close();
  } catch (cause) {
    database?.close();
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      throw new LockHeldError(`${file} is locked.`, { cause });
    throw new Error(`${file} cannot be locked: check the rights of its folder.`, { cause });
  }
}
