import { z } from 'zod';
import { exhibitionId, keys, museumContent, museumId } from '../sample-museum.ts';
import { HostedRefusal, type HostedRoute, jsonAnswer, parseHostedBody } from './hosted-route.ts';

/**
 * Museum middleware, REST v2, as the guide's specification describes it: the museum as the body, the exhibition in `data`. A document store
 * adds other fields.
 */
const stored = { __v: 3, createdAt: '2024-03-11T08:21:45.120Z', updatedAt: '2026-02-02T16:04:09.004Z' };
const { museum, exhibitions } = museumContent;

const museumAnswer = {
  ...stored,
  ...museum,
  exhibitions: museum.exhibitions.map((summary) => ({ ...summary, ...stored, museum: museumId, isActive: true, order: 1 })),
  organisation: '65f0a1b2c3d4e5f601000009',
  location: { type: 'Point', coordinates: [11.2558, 43.7696] },
  contactEmail: 'desk@museum.example',
};

const exhibition = exhibitions.find(({ _id }) => _id === exhibitionId);

const exhibitionAnswer = {
  data: { ...stored, ...exhibition, museum: museumId, assistant: { ...stored, _id: '65f0a1b2c3d4e5f60100000a', ...exhibition?.assistant } },
  message: 'OK',
};

const error = (status: number, title: string, message: string) => jsonAnswer(status, { statusCode: status, error: title, message });
export const expired = error(401, 'Unauthorized', 'jwt expired');

const loginSchema = z.strictObject({ email: z.literal(keys.email), password: z.literal(keys.password) });
const token = 'hosted.token';

const record = (path: string, body: unknown): HostedRoute => ({
  method: 'GET',
  path: new RegExp(`^${path}$`),
  answer({ headers }) {
    if (headers.authorization !== `Bearer ${token}`) throw new HostedRefusal(expired);
    return jsonAnswer(200, body);
  },
});

export const middlewareRoutes: HostedRoute[] = [
  {
    method: 'POST',
    path: /^\/rest-api\/v2\/auth\/login$/,
    answer(request) {
      const { email } = parseHostedBody(loginSchema, request, () => error(401, 'Unauthorized', 'Invalid email or password'));
      return jsonAnswer(200, { token, user: { email, role: 'client' } });
    },
  },
  record(`/rest-api/v2/museums/${museumId}`, museumAnswer),
  record(`/rest-api/v2/museums/${museumId}/exhibitions/${exhibitionId}`, exhibitionAnswer),
];
