import type { HostedAnswer, HostedRoute } from './hosted-route.ts';

/** A file in a public storage bucket, uploaded by hand: indented, with fields of the museum’s own. */
const settingsFile = `${JSON.stringify({ provider: 'openai', model: 'gpt-4.1-mini', temperature: 0.7, voiceSpeed: 1, comment: 'spring exhibition' }, undefined, 4)}\n`;

/** An object has the content type of its upload, often a general one (Amazon S3 API reference, GetObject). */
const object: HostedAnswer = {
  status: 200,
  headers: { 'content-type': 'binary/octet-stream', etag: '"9b2cf535f27731c974343645a3985328"', 'accept-ranges': 'bytes' },
  body: settingsFile,
};

export const settingsRoutes: HostedRoute[] = [{ method: 'GET', path: /^\/settings\/assistant-settings\.json$/, answer: () => object }];
