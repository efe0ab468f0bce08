import { it } from '@rstest/core';
import fc from 'fast-check';

type Arbitraries<Values extends unknown[]> = { [At in keyof Values]: fc.Arbitrary<Values[At]> };
type Check<Values extends unknown[]> = (...values: Values) => unknown;

/** Asserts a property. `check` fails if it throws or returns false. */
export function forAll<Values extends [unknown, ...unknown[]]>(...all: [...Arbitraries<Values>, check: Check<Values>]): void {
  const { values, check } = propertyOf(all);
  fc.assert(fc.property(values, (given) => check(...given) !== false));
}

/** Like `forAll`, for a check that returns a promise. */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
  ...all: [...Arbitraries<Values>, check: Check<Values>]
): Promise<void> {
  const { values, check } = propertyOf(all);
  await fc.assert(fc.asyncProperty(values, async (given) => (await check(...given)) !== false));
}

function propertyOf(all: readonly unknown[]) {
  const [check, ...arbitraries] = all.toReversed() as [Check<unknown[]>, ...fc.Arbitrary<unknown>[]];
  return { values: fc.tuple(...arbitraries.reverse()), check };
}

/** Tests that `check` neither throws nor returns false for any values. */
export function itHolds<Values extends [unknown, ...unknown[]]>(
  name: string,
  values: Arbitraries<Values>,
  check: Check<Values>,
  options?: NoInfer<fc.Parameters<Values>>,
): void {
  it(name, () =>
    fc.assert(
      fc.asyncProperty(...values, async (...given: Values) => (await check(...given)) !== false),
      options,
    ),
  );
}
