import { describe, expect, it } from '@rstest/core';
import { openEachTest } from '../testing/open-each-test.ts';
import { exhibitionId, unknownId, visit } from '../testing/samples.ts';

const paragraphs = Array.from({ length: 4 }, () => Array(45).fill('word').join(' '));
const documents = ['shelves', 'ladder', 'lamp', 'globe', 'desk', 'stove'].map((id) => ({
  ...{ id, title: id, paragraphs, exhibitionId },
  language: 'en' as const,
}));

describe('POST /api/tours', () => {
  const site = openEachTest({ options: { documentsOf: () => documents } });
  const plan = (change: object) => site.gateway.post('/api/tours', { visit: { ...visit, language: 'en', ...change } });

  it('POST /api/tours says of the tour its rooms, its stops and its minutes, and whether it fills the chosen ones', async () => {
    const answers = (time: string) => ({ answers: { time: [`time.${time}`] } });
    expect((await plan(answers('10'))).json()).toEqual({
      rooms: [{ name: 'The Library', stops: expect.any(Number) }],
      minutes: 10,
      chosenMinutes: 10,
      fills: true,
    });
    expect((await plan(answers('30'))).json()).toMatchObject({ rooms: [{ stops: 6 }], minutes: 12, chosenMinutes: 30, fills: false });
    expect((await plan({ answers: {} })).json()).not.toHaveProperty('chosenMinutes');
  });

  it('POST /api/tours returns no rooms if the museum has no texts for a tour, or none in the language', async () => {
    expect((await plan({ language: 'fr' })).json()).toMatchObject({ rooms: [] });
    await site.reopen({ options: { documentsOf: () => [] } });
    expect((await plan({})).json()).toMatchObject({ rooms: [] });
  });

  it('POST /api/tours refuses a museum and an answer that there are not', async () => {
    expect((await plan({ museumId: unknownId })).status).toBe(404);
    expect((await plan({ answers: { time: 'soon' } })).status).toBe(400);
  });
});
