import { describe, expect, it, onTestFinished } from '@rstest/core';
import { exhibitionId, unknownId, visit } from '../testing/samples.ts';
import { startScriptedUpstreams } from '../testing/scripted-upstreams.ts';
import { startTestGateway } from '../testing/test-gateway.ts';

const paragraphs = Array.from({ length: 4 }, () => Array(45).fill('word').join(' '));
const documents = ['shelves', 'ladder', 'lamp', 'globe', 'desk', 'stove'].map((id) => ({
  ...{ id, title: id, paragraphs, exhibitionId },
  language: 'en' as const,
}));

async function openGateway(texts: readonly (typeof documents)[number][]) {
  const upstreams = await startScriptedUpstreams();
  const gateway = await startTestGateway({ upstreamOrigin: upstreams.origin, options: { documentsOf: () => texts } });
  onTestFinished(async () => {
    await gateway.close();
    await upstreams.close();
  });
  return (change: object) => gateway.post('/api/tours', { visit: { ...visit, language: 'en', ...change } });
}

describe('POST /api/tours', () => {
  it('POST /api/tours says of the tour its rooms, its stops and its minutes, and whether it fills the chosen ones', async () => {
    const plan = await openGateway(documents);
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

  it('POST /api/tours has no rooms where the museum has no texts for a tour, or none in the language', async () => {
    expect((await (await openGateway([]))({})).json()).toMatchObject({ rooms: [] });
    expect((await (await openGateway(documents))({ language: 'fr' })).json()).toMatchObject({ rooms: [] });
  });

  it('POST /api/tours refuses a museum and an answer that there are not', async () => {
    const plan = await openGateway(documents);
    expect((await plan({ museumId: unknownId })).status).toBe(404);
    expect((await plan({ answers: { time: 'soon' } })).status).toBe(400);
  });
});
