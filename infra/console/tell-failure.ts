import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { ConsoleError } from './model/console-error.ts';
import { failureWords } from './model/failure-words.ts';

/** A failure in the operator's language, with what to do. */
export function tellFailure(t: Translate, error: unknown): string {
  const { key, values } = failureWords(
    error instanceof ConsoleError ? error : { code: 'strange', message: '', retryAfterSeconds: undefined },
  );
  return t(key, values);
}
