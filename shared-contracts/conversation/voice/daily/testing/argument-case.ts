import { inspect } from 'node:util';
import type { DailyCall } from '@daily-co/daily-js';

/**
 * Who refuses a bad argument. daily-js: 0.87.0 does, and says why · ours: daily-js lets it pass · both: daily-js refuses
 * it too, but does not say why, or our rule is a narrower one of the same field; ours speaks first · nobody: a good
 * argument, which has to pass both.
 */
export type Enforcer = 'daily-js' | 'both' | 'ours' | 'nobody';

/** One argument, asked for through the wrapper and of daily-js alone. */
export interface ArgumentCase {
  rule: string;
  argument: string;
  enforcer: Enforcer;
  /** What a refusal has to tell. */
  says: RegExp;
  viaWrapper(call: DailyCall): unknown;
  directly(call: DailyCall): unknown;
}

interface Rule {
  rule: string;
  says: RegExp;
  viaWrapper(call: DailyCall, value: never): unknown;
  directly(call: DailyCall, value: never): unknown;
  good: readonly unknown[];
  /** Bad values by who refuses them. */
  bad: Partial<Record<Exclude<Enforcer, 'nobody'>, readonly unknown[]>>;
}

/** Values are asked for as `never`: the tables hold what no type would let pass. */
export function casesOf({ rule, says, viaWrapper, directly, good, bad }: Rule): ArgumentCase[] {
  const toCase = (enforcer: Enforcer) => (value: unknown) => ({
    rule,
    argument: describeValue(value),
    enforcer,
    says,
    viaWrapper: (call: DailyCall) => viaWrapper(call, copy(value) as never),
    directly: (call: DailyCall) => directly(call, copy(value) as never),
  });
  const refused = (['daily-js', 'both', 'ours'] as const).flatMap((enforcer) => (bad[enforcer] ?? []).map(toCase(enforcer)));
  return [...good.map(toCase('nobody')), ...refused];
}

/** daily-js writes into its arguments. */
const copy = (value: unknown): unknown => {
  try {
    return structuredClone(value);
  } catch {
    return value;
  }
};

function describeValue(value: unknown): string {
  const text = inspect(value, { breakLength: Number.POSITIVE_INFINITY, maxStringLength: 40 });
  return text.length > 100 ? `${text.slice(0, 90)}…` : text;
}
