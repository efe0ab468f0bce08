// The stand-ins of the tests, with the speed that the limits of `bench -- guide` assume.

const times = { transcriptionMs: 120, firstTokenMs: 30, tokensASecond: 60, speechMs: 40 };
const sampleRate = 24_000;
const loudness = 600;
const restMs = 1_500;

/** Each question leads to another paragraph. */
export const questions = [
  'Who painted the ceiling in the Painting Salon?',
  'Who was the architect of the grand staircase?',
  'How many candles are there on the chandelier?',
  'What kind of stone is the chequered floor in the Venetian Room?',
  'How high did the flood water come in the hall downstairs?',
  'Who was the last countess to live here?',
];

/** @param {number} time */
const until = (time) => new Promise((resolve) => setTimeout(resolve, Math.max(0, time - performance.now())));

/** @param {{ model: any, speech: any, transcription: any, splitSentences: (text: string) => string[] }} standIns */
export async function createGuideServices({ model: { startScriptedModel, openStream, chunk, finish, piecesOf }, ...standIns }) {
  const model = await startScriptedModel();
  const speech = await standIns.speech.startScriptedSpeech();
  const transcription = await standIns.transcription.startTranscriptionDouble();
  /** By service, in the current round. @type {Record<string, number>} */ let spent = {};
  let lastSpeech = performance.now();
  let heard = '';

  const spend = (/** @type {string} */ service, /** @type {number} */ began) => {
    spent[service] ??= performance.now() - began;
  };

  model.answerWith(async (/** @type {any} */ { body }, /** @type {import('node:http').ServerResponse} */ response) => {
    const began = performance.now();
    const request = body.messages.at(-1).content;
    const said = body.messages.slice(0, -1).map((/** @type {{ content: string }} */ { content }) => content);
    const { number, sentences } = quote(request, said.join(' '), standIns.splitSentences);
    const lines = sentences.map((sentence) => `${sentence} [${number} "${sentence}"]`);
    const [first = ''] = lines;
    openStream(response);
    let text = '';
    for (const [at, piece] of piecesOf(lines.join('\n')).entries()) {
      await until(began + times.firstTokenMs + (1000 * at) / times.tokensASecond);
      if (response.destroyed) return;
      response.write(`data: ${JSON.stringify(chunk({ content: piece }))}\n\n`);
      text += piece;
      // A sentence ends with its line.
      if (text.length > first.length) spend('model', began);
    }
    response.end(`data: ${JSON.stringify(finish())}\n\ndata: [DONE]\n\n`);
    spend('model', began);
  });

  speech.answers(async (/** @type {import('node:http').ServerResponse} */ response, /** @type {{ input: string }} */ { input }) => {
    const began = performance.now();
    // At start the site sends an empty body to find out the API of the service.
    if (!input) return void response.writeHead(400).end();
    lastSpeech = began;
    const sound = Buffer.from(new Int16Array((sampleRate * input.length) / 17).fill(loudness).buffer);
    await until(began + times.speechMs);
    response.writeHead(200, { 'content-type': 'audio/pcm' });
    for (let at = 0; at < sound.length; at += 9_600) response.write(sound.subarray(at, at + 9_600));
    response.end();
    spend('speech', began);
  });

  transcription.answerBy(async () => {
    const began = performance.now();
    await until(began + times.transcriptionMs);
    spend('transcription', began);
    return heard;
  });

  return {
    env: {
      ...{ LLM_URL: model.url, LLM_MODEL: 'scripted', LLM_KEY: 'bench-llm-key' },
      ...{ TTS_URL: speech.url, TTS_MODEL: 'scripted', TTS_KEY: 'bench-tts-key', TTS_KIND: 'openai' },
      ...{ STT_URL: transcription.url, STT_MODEL: 'scripted', STT_KEY: 'bench-stt-key' },
    },
    restart() {
      spent = {};
    },
    /** The site synthesises the sentences of its tours after a start. */
    async rest() {
      while (performance.now() - lastSpeech < restMs) await until(lastSpeech + restMs);
    },
    /** @param {string} service */
    spentMs: (service) => spent[service] ?? 0,
    /** @param {string} text */
    hears(text) {
      heard = text;
    },
    openRequests: () => model.openRequests(),
    close: async () => {
      for (const service of [model, speech, transcription]) await service.close();
    },
  };
}

/**
 * Quotes the first passage that is not quoted yet.
 * @param {string} request @param {string} said @param {(text: string) => string[]} splitSentences
 */
function quote(request, said, splitSentences) {
  const passages = [...request.matchAll(/^\[(\d+)\] .*\n(.*)/gm)].map(([, number, text = '']) => ({
    number,
    sentences: splitSentences(text).filter((sentence) => /[.!]$/.test(sentence)),
  }));
  const fresh = passages.find(({ sentences: [first] }) => first !== undefined && !said.includes(first)) ?? passages[0];
  return { number: fresh?.number, sentences: fresh?.sentences.slice(0, 2) ?? [] };
}
