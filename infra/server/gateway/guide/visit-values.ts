import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { CheckedVisit } from '../visits/check-visit.ts';
import { fillPrompt, pickPromptText } from './fill-prompt.ts';
import { promptWords } from './prompt-words.ts';

/** The assistant's own first words; where they are missing, the sentence every visitor can do something with. */
export function firstMessageOf(visit: CheckedVisit, { firstMessage }: Assistant): string {
  return textFor(visit, firstMessage).trim() || promptWords[visit.language].welcome;
}

/** A text of the assistant in the visitor's language, told who is visiting. */
function textFor({ language, answers }: CheckedVisit, text: string): string {
  return fillPrompt(pickPromptText(text, language), answers, language);
}

/** What the guide is told of a visit, typed or spoken. */
export function visitValues(visit: CheckedVisit, assistant: Assistant) {
  const { museum, profile, exhibition, language, visitMode, answers } = visit;
  const valuesOf = (ids: readonly string[] | undefined) => ids?.map((id) => id.slice(id.indexOf('.') + 1)).join(',') ?? '';
  const nameOf = new Map(profile.artists.map(({ slug, name }) => [`artist.${slug}`, name]));
  return {
    museumId: museum._id,
    exhibitionId: exhibition._id,
    language,
    visitMode,
    time: valuesOf(answers.time),
    goals: valuesOf(answers.goals),
    visitorType: valuesOf(answers.expertise),
    style: valuesOf(answers.personality),
    artists: answers.artistSelection?.map((id) => nameOf.get(id) ?? id).join(', ') ?? '',
    custom_instruction: textFor(visit, assistant.prompt),
  };
}
