import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packBuild, remoteFiles } from '@enfilade/server/registry/testing/built-remote';
import { museums, staircase } from '../test-kit/test.ts';
import { createClient } from './cluster-test.ts';
import type { Cluster } from './start-cluster.ts';

/** A museum without other pins. */
const pinsPath = `/registry/v1/museums/${museums.archive}/pins/landing`;
export const readToken = (name: string) =>
  readFileSync(path.join(process.env['ENFILADE_PREPARED_DATA'] ?? '', 'tokens', name), 'utf8').trim();

/** Makes each cluster's versions unique. */
let published = 0;

type Client = ReturnType<typeof createClient>;
type Answer = Awaited<ReturnType<Client['send']>>;

function describe({ status, headers, text }: Answer): string {
  if (status < 400) return `${status}`;
  // A proxy's own refusal is a page.
  if (!text.startsWith('{')) return `${status} ${text.slice(0, 200)}`;
  const { message } = JSON.parse(text) as { message?: string };
  return `${status} ${message}${status === 503 && headers['retry-after'] === undefined ? ' (without Retry-After)' : ''}`;
}

/** The first answer other than 200, or `200`. */
async function askAll(client: Client, paths: readonly string[]): Promise<string> {
  for (const each of paths) {
    const answer = await client.get(each);
    if (answer.status !== 200) return `${each}: ${describe(answer)}`;
  }
  return '200';
}

/** One request of each kind that visitors, teams and operators send. */
export function createQuestions(cluster: Cluster) {
  const client = createClient(cluster);
  const token = { authorization: `Bearer ${readToken('local')}` };
  const ownPage = { 'x-enfilade': '1' };
  let session: string | undefined;

  const changePin = (method: string, headers: Record<string, string>, body: object) => {
    // Node adds no Content-Length to a DELETE.
    const length = `${Buffer.byteLength(JSON.stringify(body))}`;
    return client.send(method, pinsPath, { headers: { ...headers, 'content-length': length }, body });
  };
  const currentLanding = async () => {
    const { text } = await client.send('GET', '/registry/v1/museums/*/set', { headers: token });
    return (JSON.parse(text) as { remotes: { landing: { version: string } } }).remotes.landing.version;
  };

  const logIn = () => {
    const body = { name: 'local', password: readToken('operator'), keep: false };
    return client.send('POST', '/api/operators/session', { headers: ownPage, body });
  };

  const questions = {
    async page() {
      const { status, text } = await client.get(`/?museum=${museums.belmonte}`);
      return status === 200 && text.includes('</html>') ? '200' : `${status} ${text.slice(0, 200)}`;
    },
    async screens() {
      const { text } = await client.get(`/?museum=${museums.belmonte}`);
      const files = new Set(text.match(/\/remotes\/[^"'\s]+?\.js/g));
      return files.size === 0 ? 'a page without screens' : askAll(client, [...files]);
    },
    museums: () =>
      askAll(client, [
        ...Object.values(museums).map((id) => `/api/museums/${id}`),
        `/api/museums/${museums.belmonte}/exhibitions/${staircase}`,
        `/api/compositions/${museums.belmonte}`,
      ]),
    async chat() {
      const first = await client.ask('Who painted the ceiling?');
      const next = await client.ask('How old is the staircase?', String(first.headers['set-cookie']).split(';')[0]);
      const broken = [first, next].find(({ text }) => !text.includes('event: done'));
      if (!broken) return '200';
      return broken.status === 200 ? `200 ${broken.text.slice(-300)}` : describe(broken);
    },
    async reports() {
      const body = { sequence: 1, reports: [{ remote: 'landing', version: '0.1.0', kind: 'loaded', milliseconds: 100 }] };
      return describe(await client.send('POST', '/api/reports', { headers: ownPage, body }));
    },
    async publish() {
      published += 1;
      const version = `0.0.${published}`;
      const archive = packBuild(remoteFiles({ name: 'landing', version, text: version }));
      return describe(await client.send('POST', '/registry/v1/remotes/landing/versions', { headers: token, body: archive }));
    },
    async pin() {
      const version = await currentLanding();
      const pinned = describe(await changePin('PUT', token, { version, expected: null }));
      return pinned === '200' ? describe(await changePin('DELETE', token, { expected: version })) : pinned;
    },
    login: async () => describe(await logIn()),
    async console() {
      session ??= (await logIn()).headers['set-cookie']?.[0]?.split(';')[0];
      const headers = { cookie: session ?? '', 'sec-fetch-site': 'same-origin', ...ownPage };
      return describe(await client.send('GET', '/registry/v1/overview', { headers }));
    },
    async stranger() {
      const headers = { authorization: 'Bearer enfilade_of_nobody' };
      return describe(await changePin('PUT', headers, { version: '0.0.1', expected: null }));
    },
  };
  return { questions, close: client.close };
}

export type Question = keyof ReturnType<typeof createQuestions>['questions'];

/** An empty list of a gateway's problems means ready. */
export async function askReadiness({ gateways }: Pick<Cluster, 'gateways'>): Promise<string[][]> {
  return Promise.all(
    gateways.map(async ({ url }) => ((await (await fetch(`${url}/readyz`)).json()) as { problems: string[] }).problems.toSorted()),
  );
}
