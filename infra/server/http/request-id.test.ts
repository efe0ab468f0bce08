import { gatewayErrorSchema } from '@enfilade/shared-contracts/api/gateway-error';
import { anyText } from '@enfilade/shared-contracts/kit/testing/any-text';
import { createHandClock } from '@enfilade/shared-contracts/kit/testing/hand-clock';
import { describe, expect, it } from '@rstest/core';
import fc from 'fast-check';
import { createLog } from './create-log.ts';
import { requestIdOf } from './request-head.ts';
import { createSiteServer } from './site-server.ts';

const uuid = '3f2b6a52-9c1d-4a3e-8f60-0d5c2b7e9a11';

describe('requestIdOf', () => {
  it('requestIdOf accepts any UUID a browser makes', () => {
    fc.assert(
      fc.property(fc.uuid(), (sent) => {
        expect(requestIdOf({ 'x-request-id': sent })).toBe(sent);
      }),
    );
  });

  it.each([
    ['none', undefined],
    ['an empty one', ''],
    ['capitals', uuid.toUpperCase()],
    ['braces', `{${uuid}}`],
    ['two', `${uuid}, ${uuid}`],
    ['more behind it', `${uuid}\u2028`],
    ['a word', 'my-request'],
  ])('requestIdOf makes one of its own for %s', (_, sent) => {
    const made = requestIdOf({ 'x-request-id': sent });
    expect([made === sent, requestIdOf({ 'x-request-id': made })]).toEqual([false, made]);
  });

  it('requestIdOf accepts nothing else, and makes a new one each time', () => {
    const given = new Set<string>();
    fc.assert(
      fc.property(anyText(), (sent) => {
        const made = requestIdOf({ 'x-request-id': sent });
        expect([made, given.has(made)]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), false]);
        given.add(made);
      }),
    );
  });
});

describe('the id of a request', () => {
  it('the id of a request is in the answer, in the error and in every line of the log', async () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
    const app = createSiteServer({ clock: createHandClock(), log });
    app.get('/broken', () => Promise.reject(new Error('broken')));
    const { headers, body } = await app.inject({ url: '/broken', headers: { 'x-request-id': uuid } });
    expect([headers['x-request-id'], gatewayErrorSchema.parse(JSON.parse(body)).requestId]).toEqual([uuid, uuid]);
    expect(lines.map((line) => (JSON.parse(line) as { requestId?: string }).requestId)).toEqual([uuid, uuid]);
  });
});
