import { museums, screenOf } from '../test-kit/test.ts';
import { expect, openTour, repeated, test, type Walk, walkTour } from '../test-kit/tour-test.ts';

const spokenWordsPerMinute = 130;
/** To look at what was spoken of, and to answer the question. */
const lookingMs = 20_000;
const listenMs = (text: string) => (text.split(/\s+/).length / spokenWordsPerMinute) * 60_000 + lookingMs;

const cathedral = { museumID: museums.cathedral, collectionID: '6610a1b2c3d4e5f602000006' };
const gallery = { museumID: '6610a1b2c3d4e5f601000005', collectionID: '6610a1b2c3d4e5f602000015' };
const walks: (Walk & { name: string })[] = [
  { name: 'the palace in 10 minutes', language: 'en', minutes: 10 },
  { name: 'the palace in 5 minutes in French', language: 'fr', minutes: 5 },
  { name: 'the palace in 15 minutes with children', language: 'de', minutes: 15, given: { expertise: ['visitorType.kids'] } },
  { name: 'the palace in 30 minutes', language: 'en', minutes: 30 },
  { name: 'the cathedral in 15 minutes', language: 'de', minutes: 15, ...cathedral },
  { name: 'the gallery in 5 minutes', language: 'en', minutes: 5, ...gallery },
];

for (const { name, ...walk } of walks)
  test(`a visitor is led through ${name} by taps alone`, { tag: '@all' }, async ({ page, baseURL, passSiteTime }) => {
    await openTour(page, baseURL ?? '', walk);
    const visit = screenOf(page, 'visit');
    const left: number[] = [];
    const answers = await walkTour(page, walk.language, async ({ tour, text }) => {
      const minutes = Math.ceil(tour.leftSeconds / 60);
      if (tour.phase === 'under-way') await expect(visit.getByText(new RegExp(`^${minutes} [Mm]in\\.?$`))).toBeAttached();
      left.push(minutes);
      passSiteTime(listenMs(text));
    });
    expect(repeated(answers)).toEqual([]);
    expect(left).toEqual(left.toSorted((one, other) => other - one));
    expect(answers.at(-1)?.tour.phase).toBe('over');
  });
