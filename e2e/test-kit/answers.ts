import type { BrowserContext } from '@playwright/test';
import { museums, staircase } from './test.ts';

/** A visitor of Belmonte, in English. */
export const answers = {
  consent: ['consent.agree'],
  artistSelection: ['artist.jacopo-savelli'],
  expertise: ['visitorType.alone'],
  personality: ['style.interactive'],
  time: ['time.10'],
  goals: ['goal.learn'],
  voice: ['en-1'],
};

/** A returning visitor; by default at Belmonte's staircase. */
export async function rememberAnswers(
  context: BrowserContext,
  url = '',
  { museumID = museums.belmonte as string, collectionID = staircase, given = answers as object } = {},
): Promise<void> {
  const cookies = { museumID, collectionID, tailoringAnswers: encodeURIComponent(JSON.stringify(given)) };
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })));
}
