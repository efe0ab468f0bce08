import { createTranscriber } from '@enfilade/platform/voice/transcriber';
import { formOf, sendForm, spoken } from '@enfilade/server/gateway/testing/recordings';
import type { TestGateway } from '@enfilade/server/gateway/testing/test-gateway';
import { systemClock } from '@enfilade/shared-contracts/kit/clock';
import { describe, expect, it } from '@rstest/core';
import { z } from 'zod';
import { bearer, type Exchange, type Services } from './exchange.ts';
import { jsonAnswer } from './hosted/hosted-route.ts';
import { answers } from './hosted/transcription.ts';
import { keys, models } from './sample-museum.ts';
import { holdContract, onBothSides, prepareStage, whileHosted } from './stage.ts';

const path = '/v1/audio/transcriptions';

function ask({ transcriptionUrl }: Services) {
  const form = new FormData();
  const fields = { file: new File([new Uint8Array(spoken)], 'audio.wav'), model: models.stt, language: 'en' };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return fetch(`${transcriptionUrl}/audio/transcriptions`, { method: 'POST', headers: bearer(keys.stt), body: form });
}

/** The double must keep this contract, too, because no test runs the real service. */
const contract: Record<string, Exchange> = {
  'transcribes a recording': { ask, status: 200, answer: z.object({ text: z.string().min(1) }) },
};

const stage = prepareStage();
const transcribe = (gateway: TestGateway) => sendForm(gateway, formOf());
const words = async (gateway: TestGateway) => JSON.parse((await transcribe(gateway)).text) as unknown;

describe('transcription', () => holdContract(stage, contract));

it('the gateway gets the same words from the hosted transcription and from the stand-in', async () => {
  const [hosted, standIn] = await onBothSides(stage, words);
  expect(hosted).toEqual({ text: 'Who built the wheel?' });
  expect(standIn).toEqual(hosted);
});

it.each(Object.entries(answers))(
  'the gateway reads a %s answer of the hosted transcription, and passes on only the words',
  async (_, answer) => {
    expect(await whileHosted([path, jsonAnswer(200, answer)], words)).toEqual({ text: 'Who built the wheel?' });
  },
);

it('the voice platform gets the same words from the hosted transcription, which refuses nothing, and from the stand-in', async () => {
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
