import { randomUUID } from 'node:crypto';
import type { GatewayErrorBody } from '@enfilade/shared-contracts/api/gateway-error';
import { formatReplyEvent } from '@enfilade/shared-contracts/api/reply-events';
import type { Play } from '@enfilade/shared-contracts/remote/play';
import type { Route } from 'playwright-core';

export interface Words {
  guide: NonNullable<Play['guide']>;
  /** The transcript of every later recording. */
  heard: string;
}

/** The site answers reading requests. We answer requests that would cost money or leave a trace in the site. */
export async function answerForPlay(route: Route, words: Words): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (pathname === '/api/voice' && request.method() === 'GET') {
    const response = await route.fetch();
    // The play defines the transcript, so dictation must go through the site and not through the browser.
    return route.fulfill({ response, json: { ...Object(await response.json()), dictation: 'site' } });
  }
  if (['GET', 'HEAD'].includes(request.method())) return route.continue();
  if (pathname === '/api/chat') {
    const body = guideAnswer(String(Object(request.postDataJSON()).text), words);
    return route.fulfill({ contentType: 'text/event-stream', body });
  }
  if (pathname === '/api/transcriptions') return route.fulfill({ json: { text: words.heard } });
  if (pathname === '/api/welcome') return route.fulfill({ json: { text: 'Welcome.' } });
  if (pathname === '/api/questions') return route.fulfill({ json: { questions: [] } });
  if (takenInSilence.includes(pathname)) return route.fulfill({ status: 204 });
  const refusal: GatewayErrorBody = { code: 'busy', message: `No play answers ${pathname}.`, requestId: 'play' };
  return route.fulfill({ status: 503, json: refusal });
}

const takenInSilence = ['/api/reports', '/api/ratings', '/api/visits/ping', '/api/visits/forget'];

function guideAnswer(question: string, { guide }: Words): string {
  const known = Object.hasOwn(guide, question) ? guide[question] : undefined;
  const delta = known ?? `The play has no answer to “${question}”.`;
  return formatReplyEvent({ type: 'text', delta }) + formatReplyEvent({ type: 'done', messageId: randomUUID() });
}
