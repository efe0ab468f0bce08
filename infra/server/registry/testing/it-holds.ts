import { it } from '@rstest/core';
import fc from 'fast-check';

/** Tests that `check` neither throws nor returns false for any values. */
export function itHolds<Values extends [unknown, ...unknown[]]>(
  name: string,
  values: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  check: (...given: Values) => unknown,
  options?: NoInfer<fc.Parameters<Values>>,
): void {
  it(name, () =>
    fc.assert(
      fc.asyncProperty(...values, async (...given: Values) => (await check(...given)) !== false),
      options,
    ),
  );
}
