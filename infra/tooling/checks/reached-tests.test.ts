import { expect, it } from '@rstest/core';
import { browserTests, browserTestsReachedBy, testsOfPackage } from '../reached-tests.mjs';

it.each(Object.entries(testsOfPackage).flatMap(([name, starts]) => starts.map((start) => [name, start] as const)))(
  'a browser test of %s exists whose path begins with %s',
  (_, start) => {
    expect(browserTests().some((test) => test.startsWith(start))).toBe(true);
  },
);

it('a change of one screen reaches the browser tests of that screen and not those of another screen', () => {
  const { specs, screens } = browserTestsReachedBy(['mfe-visit/talk/captions-card.tsx']);
  expect(specs).toContain('visit.spec.ts');
  expect(specs.filter((test) => test.startsWith('chat/'))).toEqual([]);
  expect(screens).toEqual(['visit']);
});

it('a change of what screens share reaches every browser test', () => {
  expect(browserTestsReachedBy(['shared-contracts/ui/button.tsx', 'mfe-visit/screen.tsx'])).toEqual({ specs: browserTests() });
});

it('a change of a browser test reaches that browser test alone, and a change of documents and unit tests reaches none', () => {
  expect(browserTestsReachedBy(['e2e/flows/landing.spec.ts']).specs).toEqual(['landing.spec.ts']);
  expect(browserTestsReachedBy(['README.md', 'host/shell.test.tsx']).specs).toEqual([]);
});
