import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { Exhibition, Museum } from '@enfilade/shared-contracts/museum/museum';
import type { Play } from '@enfilade/shared-contracts/remote/play';

/** What the services say while one play is played. */
export interface PlayedWords {
  guide: NonNullable<Play['guide']>;
  /** What is heard in a recording. */
  heard: string;
}

/** Where records of museums come from: the site that the version shall be given to. */
export interface RecordSource {
  museum(museumId: string): Promise<Museum | undefined>;
  exhibition(museumId: string, exhibitionId: string): Promise<Exhibition | undefined>;
}

export type PlayedServices = Awaited<ReturnType<typeof startPlayedServices>>;

type Answer = (found: RegExpExecArray, body: Buffer, response: ServerResponse) => Promise<void> | void;

/**
 * The services behind a site, in the hosted services' own shapes: museums are those of the source, the guide and what
 * writes speech down say what the play says that is played. One play at a time: nothing in their shapes would tell two apart.
 */
export async function startPlayedServices(records: RecordSource) {
  let words: PlayedWords = { guide: {}, heard: '' };
  const routes: readonly (readonly [RegExp, Answer])[] = [
    [/^POST \/rest-api\/v2\/auth\/login$/, (_, __, response) => sendJson(response, 200, { token: 'played' })],
    [
      /^GET \/rest-api\/v2\/museums\/([0-9a-f]{24})$/,
      async ([, museumId = ''], _, response) => sendRecord(response, await records.museum(museumId)),
    ],
    [
      /^GET \/rest-api\/v2\/museums\/([0-9a-f]{24})\/exhibitions\/([0-9a-f]{24})$/,
      async ([, museumId = '', exhibitionId = ''], _, response) => {
        const exhibition = await records.exhibition(museumId, exhibitionId);
        sendRecord(response, exhibition && { data: { ...exhibition, assistant: assistantOf(exhibition) } });
      },
    ],
    [/^GET \/kb-querying\/ping$/, (_, __, response) => sendJson(response, 200, {})],
    [
      /^GET \/settings\/[\w-]+\.json$/,
      (_, __, response) => sendJson(response, 200, { provider: 'openai', model: 'played', temperature: 0.7 }),
    ],
    [/^POST \/chat$/, (_, body, response) => answerChat(response, body, words.guide)],
    [/^POST \/v1\/chat\/completions$/, (_, __, response) => sendJson(response, 200, { choices: [{ message: { content: followUps } }] })],
    [/^POST \/v1\/audio\/transcriptions$/, (_, __, response) => sendJson(response, 200, { text: words.heard })],
  ];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const asked = `${request.method} ${(request.url ?? '').split('?')[0]}`;
    for (const [pattern, respond] of routes) {
      const found = pattern.exec(asked);
      if (found) return respond(found, Buffer.concat(pieces), response);
    }
    sendJson(response, 503, { message: `No play has ${asked}` });
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => sendJson(response, 502, { message: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** From now on they say this. */
    play(played: PlayedWords): void {
      words = played;
    },
    /** What is heard from now on. */
    hear(heard: string): void {
      words = { ...words, heard };
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const followUps = 'What is there to see?\nWho made it?\nHow old is it?';

const assistantOf = ({ _id }: Exhibition): Assistant => ({
  vapiId: 'played',
  prompt: 'Played.',
  firstMessage: 'Welcome.',
  exhibition_id: _id,
});

/** `/chat` of the voice platform: streamed when asked so. */
function answerChat(response: ServerResponse, body: Buffer, guide: PlayedWords['guide']): void {
  const { input, stream } = Object(parseJson(body.toString())) as { input?: string; stream?: boolean };
  const text = (Object.hasOwn(guide, input ?? '') ? guide[input ?? ''] : undefined) ?? `The play has no answer to “${input}”.`;
  const id = randomUUID();
  if (!stream) {
    sendJson(response, 201, { id, output: [{ role: 'assistant', content: text }] });
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  for (const delta of text.match(/\S+\s*/g) ?? []) {
    response.write(`data: ${JSON.stringify({ id, path: 'chat.output[0].content', delta })}\n\n`);
  }
  response.end('data: [DONE]\n\n');
}

function sendRecord(response: ServerResponse, record: object | undefined): void {
  sendJson(response, record ? 200 : 404, record ?? { message: 'Not found' });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
