import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { type Language, languages } from '@enfilade/shared-contracts/i18n/language';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { splitSentences } from '@enfilade/shared-contracts/kit/sentences';
import { tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import { toSpoken } from '@enfilade/shared-contracts/voice/pronunciation/to-spoken';
import { z } from 'zod';
import type { MuseumContent } from '../content/content.ts';
import { createGuide, type EmbeddedGuide } from '../guide/guide.ts';
import { newGuideState } from '../guide/guide-state.ts';
import { pickSpeakingVoice } from './speaking-voices.ts';
import type { SpeechRequest } from './speech.ts';

/** More than any tour has; one that never ends must not be walked for ever. */
const mostSteps = 60;

/**
 * What every visitor of a tour hears: the exhibition's greeting and the tour as a visitor is led who only says yes,
 * sentence by sentence, in the first voice of each language that a service has.
 */
export async function* listFixedSentences(museums: readonly MuseumContent[]): AsyncIterable<SpeechRequest> {
  for (const museum of museums) {
    const guide = createGuide(museum);
    for (const language of languages) {
      const voice = pickSpeakingVoice(undefined, language, museum);
      const sentences = voice.hosted ? await sentencesOf(museum, guide, language) : [];
      for (const text of sentences) yield { text, ...voice };
    }
  }
}

async function sentencesOf(museum: MuseumContent, guide: EmbeddedGuide, language: Language): Promise<ReadonlySet<string>> {
  const spoken = new Set<string>();
  for (const { _id: exhibitionId, pronunciations, assistant } of museum.exhibitions) {
    // Making the guide's index takes a moment, and visitors are served in this process.
    await nextTurnOfLoop();
    const texts = [greetingIn(assistant?.firstMessage ?? '', language), ...tourOf(guide, language, exhibitionId)];
    for (const text of texts.flatMap(splitSentences)) spoken.add(toSpoken(text, { language, pronunciations }));
  }
  return spoken;
}

const textsSchema = z.record(z.string(), z.string());

/** Without what is filled in from the visit. */
function greetingIn(firstMessage: string, language: Language): string {
  const texts = textsSchema.safeParse(parseJson(firstMessage)).data;
  const text = texts ? (texts[language] ?? texts['en'] ?? '') : firstMessage;
  return splitSentences(text)
    .filter((sentence) => !sentence.includes('{{'))
    .join(' ');
}

function tourOf(guide: EmbeddedGuide, language: Language, exhibitionId: string): string[] {
  const texts: string[] = [];
  let state = newGuideState;
  while (texts.length < mostSteps && state.tour?.phase !== 'over') {
    const reply = guide.reply(state, { text: tourWords[language].yes[0], language, visitMode: 'guided', exhibitionId });
    texts.push(reply.text);
    // Without a tour, "yes" leads nowhere.
    if (!reply.tour) return [];
    state = reply.state;
  }
  return texts;
}
