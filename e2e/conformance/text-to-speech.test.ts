import { askSound } from '@enfilade/server/gateway/testing/speech-client';
import { expect, it } from '@rstest/core';
import { sound } from './hosted/text-to-speech.ts';
import { visit } from './sample-museum.ts';
import { prepareStage } from './stage.ts';

const stage = prepareStage();

it('the hosted text to speech accepts the gateway’s request, and the gateway sends the sound on', async () => {
  const { status, headers, bytes } = await askSound(stage.gateway('the hosted service'), { visit, text: 'Oak.' });
  expect([status, headers['content-type'], stage.hosted.refused]).toEqual([200, 'audio/mpeg', []]);
  expect(bytes.subarray(-sound.length).equals(sound)).toBe(true);
});
