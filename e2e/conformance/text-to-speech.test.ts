import { askSound } from '@enfilade/server/gateway/testing/speech-client';
import { expect, it } from '@rstest/core';
import { sound } from './hosted/text-to-speech.ts';
import { visit } from './sample-museum.ts';
import { prepareStage } from './stage.ts';

const stage = prepareStage();

it('the gateway reads aloud with the hosted text to speech, which refuses nothing of it', async () => {
  const { status, headers, bytes } = await askSound(stage.gateway('the hosted service'), { visit, text: 'Oak.' });
  expect([status, headers['content-type'], stage.hosted.refused]).toEqual([200, 'audio/mpeg', []]);
  expect(bytes.subarray(-sound.length).equals(sound)).toBe(true);
});
