import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { createScreenLoader, type ScreenLoaderOptions } from '../screen-loader.ts';

export const noFlags = { hasHung: () => false, start: () => () => {} };

/** `texts` lists the texts that the loader has added to the translator. */
export function createTestLoader(options: Pick<ScreenLoaderOptions, 'federation' | 'currentSet'> & Partial<ScreenLoaderOptions>) {
  const clock = createHandClock();
  const texts: [name: string, language: string, texts: Record<string, unknown>][] = [];
  const loader = createScreenLoader({
    clock,
    language: () => 'en',
    startFlags: noFlags,
    mayRunAhead: () => true,
    loadMounting: () => Promise.reject(new Error('no screen of contract 2 is there')),
    addTexts: (...added) => void texts.push(added),
    ...options,
  });
  return { loader, clock, texts };
}
