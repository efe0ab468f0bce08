import { createEventStreamParser } from '@enfilade/shared-contracts/api/event-stream';
import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { questionsResponseSchema, transcriptionResponseSchema, welcomeResponseSchema } from '@enfilade/shared-contracts/api/schemas';
import { describe, expect, it } from '@rstest/core';
import type { Route } from 'playwright-core';
import { answerForPlay } from './answer-for-play.ts';

const words = { guide: { 'How old is it?': 'From 1382.' }, heard: 'Why is it so dark?' };

/** Undefined if the request goes to the site. */
async function answerTo(method: string, path: string, body?: object) {
  let answer: { status?: number; json?: unknown; contentType?: string; body?: string } | undefined;
  const route = {
    request: () => ({ method: () => method, url: () => `http://127.0.0.1:8090${path}`, postDataJSON: () => body }),
    continue: async () => undefined,
    fetch: async () => ({ json: async () => ({ hearing: 'none', dictation: 'browser' }) }),
    fulfill: async (given: typeof answer) => {
      answer = given;
    },
  };
  await answerForPlay(route as unknown as Route, words);
  return answer;
}

describe('the page of a play', () => {
  it('the page of a play reads from the site', async () => {
    expect(await answerTo('GET', '/api/museums/6610a1b2c3d4e5f601000001')).toBeUndefined();
    expect(await answerTo('HEAD', '/api/voice')).toBeUndefined();
  });

  it('the page of a play uses dictation through the site, whatever recogniser the site names', async () => {
    expect((await answerTo('GET', '/api/voice'))?.json).toEqual({ hearing: 'none', dictation: 'site' });
  });

  it('the page of a play gets the play’s answers for the guide, dictation, welcome and follow-up questions', async () => {
    const said = async (text: string) => {
      const { contentType, body } = (await answerTo('POST', '/api/chat', { text })) ?? {};
      const events = createEventStreamParser().push(new TextEncoder().encode(body));
      return [contentType, events.map(({ name }) => name), JSON.parse(events[0]?.data ?? '').delta];
    };
    const stream = ['text/event-stream', ['text', 'done']];
    expect(await said('How old is it?')).toEqual([...stream, 'From 1382.']);
    expect(await said('toString')).toEqual([...stream, 'The play has no answer to “toString”.']);
    expect(transcriptionResponseSchema.parse((await answerTo('POST', '/api/transcriptions'))?.json).text).toBe('Why is it so dark?');
    expect(welcomeResponseSchema.parse((await answerTo('POST', '/api/welcome'))?.json).text).not.toBe('');
    expect(questionsResponseSchema.parse((await answerTo('POST', '/api/questions'))?.json).questions).toEqual([]);
  });

  it.each([
    ['POST', '/api/ratings', 204],
    ['POST', '/api/reports', 204],
    ['POST', '/api/visits/forget', 204],
    ['POST', '/api/speech/voice', 503],
    ['POST', '/api/voice/call/web', 503],
    ['DELETE', '/api/operators/session', 503],
    ['PUT', '/registry/v1/museums/*/pins/visit', 503],
  ])('the page of a play writes nothing to the site: the browser answers %s %s with %i', async (method, path, status) => {
    const answer = await answerTo(method, path);
    expect(answer?.status).toBe(status);
    if (status === 503) expect(gatewayErrorSchema.safeParse(answer?.json).success).toBe(true);
  });
});
