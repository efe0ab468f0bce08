import { HostedRefusal, type HostedRoute } from './hosted-route.ts';

const plain = (status: number, body: string) => ({ status, headers: { 'content-type': 'text/plain' }, body });

/** The knowledge base's ping as the guide's specification describes it: a JSON content type and no payload. No client reads the answer. */
export const knowledgeBaseRoutes: HostedRoute[] = [
  {
    method: 'GET',
    path: /^\/kb-querying\/ping$/,
    answer({ headers, body }) {
      if (headers['content-type'] !== 'application/json' || body.length > 0) throw new HostedRefusal(plain(415, 'Unsupported Media Type'));
      return plain(200, 'pong');
    },
  },
];
