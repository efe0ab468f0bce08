import fastify from 'fastify';

export interface TranscriptionRequest {
  authorization: string | undefined;
  model: string;
  language: string;
  fileName: string;
  wav: Buffer;
}

export async function startTranscriptionDouble() {
  const requests: TranscriptionRequest[] = [];
  let answer: () => Promise<{ status: number; body: unknown }> = async () => ({ status: 200, body: { text: '' } });
  const app = fastify({ forceCloseConnections: true });
  app.addContentTypeParser(/^multipart\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/v1/audio/transcriptions', async (request, reply) => {
    const form = await new Response(new Uint8Array(request.body as Buffer), {
      headers: { 'content-type': String(request.headers['content-type']) },
    }).formData();
    const file = form.get('file') as File;
    requests.push({
      authorization: request.headers.authorization,
      model: String(form.get('model')),
      language: String(form.get('language')),
      fileName: file.name,
      wav: Buffer.from(await file.arrayBuffer()),
    });
    const { status, body } = await answer();
    // A string is sent as a stream of events.
    return reply
      .status(status)
      .type(typeof body === 'string' ? 'text/event-stream' : 'application/json')
      .send(body);
  });
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/v1`;
  return {
    url,
    requests,
    answerWith(body: unknown, status = 200) {
      answer = async () => ({ status, body });
    },
    answerBy(next: () => Promise<string>) {
      answer = async () => ({ status: 200, body: { text: await next() } });
    },
    close: () => app.close(),
  };
}
