import { type HostedAnswer, HostedRefusal, type HostedRoute } from './hosted-route.ts';

/**
 * A public storage bucket. Source: "Error responses" and "GetObject" of the Amazon S3 API reference, which other providers' buckets follow:
 * errors are XML, and an object has the type of its upload, often no particular type.
 */
const xml = (status: number, code: string, message: string): HostedAnswer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>4442587FB7D0A2F9</RequestId></Error>`,
});

const missing = xml(404, 'NoSuchKey', 'The specified key does not exist.');

/** Uploaded by hand: indented, with fields of the museum’s own. */
const settingsFile = `${JSON.stringify({ provider: 'openai', model: 'gpt-4.1-mini', temperature: 0.7, voiceSpeed: 1, comment: 'spring exhibition' }, undefined, 4)}\n`;

const object: HostedAnswer = {
  status: 200,
  headers: { 'content-type': 'binary/octet-stream', etag: '"9b2cf535f27731c974343645a3985328"', 'accept-ranges': 'bytes' },
  body: settingsFile,
};

export const settingsRoutes: HostedRoute[] = [
  { method: 'GET', path: /^\/settings\/assistant-settings\.json$/, answer: () => object },
  {
    method: 'GET',
    path: /^\/settings\//,
    answer() {
      throw new HostedRefusal(missing);
    },
  },
];
