import { z } from 'zod';
import { exhibitionId, keys, museumContent, museumId } from '../sample-museum.ts';
import { HostedRefusal, type HostedRequest, type HostedRoute, jsonAnswer, parseHostedBody } from './hosted-route.ts';

/**
 * The museum middleware, REST v2, as the guide's specification describes it: the museum bare, the exhibition under `data`, and further
 * fields that a document store leaves in its answers.
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
export const failures = {
  expired: error(401, 'Unauthorized', 'jwt expired'),
  missing: error(404, 'Not Found', 'Museum not found'),
};

const loginSchema = z.strictObject({ email: z.email(), password: z.string().min(1) });

/** Tokens count up; `expireTokens` makes every one that is out worth nothing. */
export function createHostedMiddleware(): { routes: HostedRoute[]; expireTokens(): void } {
  let given = 0;
  let oldestValid = 1;
  const requireToken = ({ headers }: HostedRequest) => {
    const number = Number(/^Bearer hosted\.token\.(\d+)$/.exec(headers.authorization ?? '')?.[1] ?? 0);
    if (number < oldestValid) throw new HostedRefusal(failures.expired);
  };
  const record = (path: RegExp, body: unknown): HostedRoute => ({
    method: 'GET',
    path,
    answer(request) {
      requireToken(request);
      return jsonAnswer(200, body);
    },
  });
  const logIn: HostedRoute = {
    method: 'POST',
    path: /^\/rest-api\/v2\/auth\/login$/,
    answer(request) {
      const told = parseHostedBody(loginSchema, request, () => error(400, 'Bad Request', 'email and password are needed'));
      if (told.email !== keys.email || told.password !== keys.password)
        throw new HostedRefusal(error(401, 'Unauthorized', 'Invalid email or password'));
      given += 1;
      return jsonAnswer(200, { token: `hosted.token.${given}`, user: { email: told.email, role: 'client' } });
    },
  };
  const unknown: HostedRoute = {
    method: 'GET',
    path: /^\/rest-api\/v2\/museums\//,
    answer(request) {
      requireToken(request);
      throw new HostedRefusal(failures.missing);
    },
  };
  return {
    routes: [
      logIn,
      record(new RegExp(`^/rest-api/v2/museums/${museumId}$`), museumAnswer),
      record(new RegExp(`^/rest-api/v2/museums/${museumId}/exhibitions/${exhibitionId}$`), exhibitionAnswer),
      unknown,
    ],
    expireTokens: () => {
      oldestValid = given + 1;
    },
  };
}
