import fc from 'fast-check';

type Check<Values extends unknown[]> = (...values: Values) => unknown;

/** Asserts a property. `check` fails if it throws or returns false. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  ...all: [...arbitraries: { [At in keyof Values]: fc.Arbitrary<Values[At]> }, check: Check<Values>]
): void {
  const [check, ...arbitraries] = [...all].reverse() as unknown as [Check<unknown[]>, ...fc.Arbitrary<unknown>[]];
  fc.assert(fc.property(fc.tuple(...arbitraries.reverse()), (values) => check(...values) !== false));
}
