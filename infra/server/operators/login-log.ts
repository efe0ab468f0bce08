import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import type { Log } from '../registry/state/log.ts';
import type { SharedState } from '../shared-state/shared-state.ts';

/** What of logins stands in the audit log. */
export type LoginRecord =
  | { action: 'operator-logged-in' | 'operator-logged-out'; actor: string; payload: { name: string } }
  | {
      action: 'login-refused';
      actor: string;
      /** The account that was meant, null for none; and how many were refused since the record before. */
      payload: { name: string | null; times: number };
    };
export type RecordLogin = (record: LoginRecord) => Promise<unknown>;

/** The journal's name for what the site does by itself. */
const actor = 'watch';
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
/** An account's first refusals of an hour stand alone; of those that follow each record has twice as many. */
const mostAlone = 5;

export type LoginLog = ReturnType<typeof createLoginLog>;

interface LoginLogOptions {
  record?: RecordLogin | undefined;
  kept: Pick<SharedState, 'change'>;
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/**
 * Puts logins into the audit log. Anybody can have logins refused, and what stands in the journal stays: of one account,
 * and of all names that are none, an hour has some twenty records at most, whatever is tried. A record that cannot be
 * written keeps nobody from logging in: whoever mends the site has to.
 */
export function createLoginLog({ record, kept, clock, log }: LoginLogOptions) {
  async function write(entry: LoginRecord): Promise<void> {
    await record?.(entry).catch((error: unknown) => log.error({ err: error, ...entry }, 'a login could not be put into the audit log'));
  }
  /** @returns for how many refusals a record is due: 0 for none */
  const countRefusal = (name: string | undefined) =>
    kept.change({
      keys: [`refused:${name ?? ''}`],
      lastsMs: dayMs,
      decide([found]) {
        const { since = clock.now(), times = 0, told = 0 } = (found ?? {}) as Partial<Record<'since' | 'times' | 'told', number>>;
        const isOver = clock.now() - since >= hourMs;
        const now = isOver ? { since: clock.now(), times: times - told + 1, told: 0 } : { since, times: times + 1, told };
        const isDue = isOver || now.times <= mostAlone || now.times >= 2 * now.told;
        return { result: isDue ? now.times - now.told : 0, values: [isDue ? { ...now, told: now.times } : now] };
      },
    });
  return {
    loggedIn: (name: string) => write({ action: 'operator-logged-in', actor: `operator:${name}`, payload: { name } }),
    loggedOut: (name: string) => write({ action: 'operator-logged-out', actor: `operator:${name}`, payload: { name } }),
    /** @param name of the account, where what was typed means one */
    async refused(name: string | undefined): Promise<void> {
      const times = await countRefusal(name);
      if (times > 0) await write({ action: 'login-refused', actor, payload: { name: name ?? null, times } });
    },
  };
}
