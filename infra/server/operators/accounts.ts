import { readFile, stat } from 'node:fs/promises';
import { HttpError } from '../http/exchange.ts';
import type { Log } from '../registry/state/log.ts';
import { type Account, OperatorsFileError, parseAccounts } from './account.ts';

/** The operators' file, or what sessions were ended, cannot be read: nobody is admitted. Sessions are valid again once it is repaired. */
export class OperatorsUnavailableError extends HttpError {
  constructor(reason: string, cause?: unknown) {
    super('busy', { says: 'operators-unavailable', reason, cause });
  }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Follows a file that people edit while the site runs. @throws OperatorsFileError when it is wrong at the start */
export async function openAccounts(file: string, log: Log) {
  let read = await load(file);
  if (read.problem) throw read.problem;
  return {
    /** As the file stands now. @throws OperatorsUnavailableError */
    async current(): Promise<readonly Account[]> {
      if ((await stampOf(file)) !== read.stamp) {
        read = await load(file);
        if (read.problem)
          log.error({ problems: read.problem.problems }, "the operators' file is wrong: no operator is let in until it is mended");
        else log.info({ operators: read.accounts.length }, "the operators' file was read again");
      }
      if (read.problem) throw new OperatorsUnavailableError("The operators' file is wrong.");
      return read.accounts;
    },
  };
}

interface Read {
  stamp: string | undefined;
  accounts: Account[];
  problem?: OperatorsFileError;
}

/** The stamp is read first: what changes while it is read is read again. */
async function load(file: string): Promise<Read> {
  const stamp = await stampOf(file);
  try {
    return { stamp, accounts: parseAccounts(file, await readFile(file)) };
  } catch (error) {
    const problem = error instanceof OperatorsFileError ? error : new OperatorsFileError(file, [`it cannot be read${codeOf(error)}`]);
    return { stamp, accounts: [], problem };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
}

/** Changes with the file; undefined when there is none. The inode shows a file that was put in its place within one tick of its clock. */
async function stampOf(file: string): Promise<string | undefined> {
  const facts = await stat(file, { bigint: true }).catch(() => undefined);
  return facts && [facts.mtimeNs, facts.ctimeNs, facts.size, facts.ino].join();
}
