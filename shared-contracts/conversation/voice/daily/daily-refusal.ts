/** Something was asked of a call that cannot be done: by our rules, by daily-js or by the call itself; `cause` is daily-js's own error. */
export class DailyRefusal extends Error {
  override readonly name = 'DailyRefusal';
  readonly code = 'daily-refusal';
}

/**
 * Runs a request of daily-js, which refuses in three manners: it throws, rejects with an error, or rejects with a text.
 * @throws DailyRefusal with daily-js's words, begun by what was asked for
 */
export async function request<T>(subject: string, ask: () => T | Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    if (cause instanceof DailyRefusal) throw cause;
    throw new DailyRefusal(`${subject}: ${wordsOf(cause)}`, { cause });
  }
}

function wordsOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  return typeof cause === 'string' ? cause : 'refused without a reason';
}
