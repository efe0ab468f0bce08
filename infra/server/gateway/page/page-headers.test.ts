import { describe, expect, it } from '@rstest/core';
import { createPageHeaders, type PageHeadersOptions } from './page-html.ts';

const connectsTo = (options: PageHeadersOptions) =>
  /connect-src ([^;]+)/.exec(String(createPageHeaders('', options)()['content-security-policy']))?.[1]?.split(' ');

describe('the page may connect', () => {
  it.each([
    ['to its own origin alone', undefined, 'local', ["'self'"]],
    ['to the socket of its public origin, for browsers that need it named', 'https://a.example', 'local', ["'self'", 'wss://a.example']],
    ['to the socket of a public origin without TLS', 'http://a.example:81', 'local', ["'self'", 'ws://a.example:81']],
    ['to Daily, with hosted rooms only', undefined, 'hosted', ["'self'", 'https://*.daily.co', 'wss://*.daily.co']],
  ] as const)('%s', (_, publicOrigin, rooms, sources) => {
    expect(connectsTo({ publicOrigin, rooms })).toEqual(sources);
  });

  it('and load published files, and nothing else, from a CDN that is named', () => {
    const { 'content-security-policy': policy = '' } = createPageHeaders('', {
      publicOrigin: undefined,
      artifactsOrigin: 'https://cdn.example',
      rooms: 'local',
    })();
    const named = policy.split('; ').filter((directive) => directive.includes('cdn.example'));
    expect(named.map((directive) => directive.split(' ')[0])).toEqual([
      'script-src',
      'style-src',
      'img-src',
      'font-src',
      'media-src',
      'connect-src',
    ]);
    expect(new Set(policy.match(/\S*cdn\.example\S*/g)?.map((source) => source.replace(';', '')))).toEqual(
      new Set(['https://cdn.example/remotes/']),
    );
  });

  it('and runs scripts of its own origin alone, no matter who has the rooms', () => {
    expect(createPageHeaders('', { publicOrigin: undefined, rooms: 'hosted' })()['content-security-policy']).toContain(
      "script-src 'self';",
    );
  });
});
