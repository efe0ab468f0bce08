import { createTranscriber } from '@enfilade/platform/voice/transcriber';
import { formOf, sendForm, spoken } from '@enfilade/server/gateway/testing/recordings';
import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange } from './exchange.ts';
import { jsonAnswer } from './hosted/hosted-route.ts';
import { answers } from './hosted/transcription.ts';
import { openAiErrorSchema } from './openai-error.ts';
import { keys, models } from './sample-museum.ts';
import type { Services } from './services.ts';
import { holdContract, onBothSides, prepareStage, whileHosted } from './stage.ts';

const path = '/v1/audio/transcriptions';

function ask(
  { transcriptionUrl }: Pick<Services, 'transcriptionUrl'>,
  change: object = {},
  headers: Record<string, string> = bearer(keys.stt),
) {
  const form = new FormData();
  const fields = { file: new File([new Uint8Array(spoken)], 'audio.wav'), model: models.stt, language: 'en', ...change };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return fetch(`${transcriptionUrl}/audio/transcriptions`, { method: 'POST', headers, body: form });
}

/** The double must satisfy this too, because nobody runs the real service here. */
const contract: Record<string, Exchange> = {
  'writes down a recording': { ask, status: 200, answer: z.object({ text: z.string().min(1) }) },
};

const stage = prepareStage();
const transcribe = (gateway: TestGateway) => sendForm(gateway, formOf());
const words = async (gateway: TestGateway) => JSON.parse((await transcribe(gateway)).text) as unknown;

describe('transcription', () => holdContract(stage, contract));

describe('transcription as documented', () => {
  it.each<[string, Parameters<typeof ask>[1], Parameters<typeof ask>[2], number]>([
    ['without its key', {}, {}, 401],
    ['in a file of another kind', { file: new File(['x'], 'audio.txt') }, undefined, 400],
    ['without a file', { file: 'x' }, undefined, 400],
    ['in a language written out', { language: 'english' }, undefined, 400],
    ['with a field nobody knows', { speaker: 'guide' }, undefined, 400],
  ])('transcription as documented refuses a recording %s', async (_, change, headers, status) => {
    const answer = await ask(stage.hosted, change, headers);
    expect([answer.status, openAiErrorSchema.safeParse(await answer.json()).success]).toEqual([status, true]);
  });

  it('transcription as documented answers verbosely when asked to', async () => {
    expect(await (await ask(stage.hosted, { response_format: 'verbose_json' })).json()).toMatchObject({ segments: [{ id: 0 }] });
  });
});

describe('the gateway in front of it', () => {
  it('the gateway in front of it gets the same words from both', async () => {
    const [hosted, standIn] = await onBothSides(stage, words);
    expect(hosted).toEqual({ text: 'Who built the wheel?' });
    expect(standIn).toEqual(hosted);
  });

  it.each(Object.entries(answers))(
    'the gateway in front of it reads a %s answer, and passes on nothing but the words',
    async (_, answer) => {
      expect(await whileHosted([path, jsonAnswer(200, answer)], words)).toEqual({ text: 'Who built the wheel?' });
    },
  );
});

describe('the voice platform’s listening in front of it', () => {
  it('the voice platform’s listening in front of it is refused nothing, and gets the same words from both', async () => {
    stage.hosted.refused.length = 0;
    const heard = await Promise.all(
      (['the hosted service', 'the stand-in'] as const).map((side) => {
        const listen = createTranscriber({ url: stage.of(side).transcriptionUrl, key: keys.stt, model: models.stt }, systemClock);
        return listen({ samples: new Int16Array(1600), sampleRate: 16_000, language: 'en', signal: new AbortController().signal });
      }),
    );
    expect(heard).toEqual([{ text: 'Who built the wheel?' }, { text: 'Who built the wheel?' }]);
    expect(stage.hosted.refused).toEqual([]);
  });
});
