import type { Assistant } from '@enfilade/shared-contracts/museum/exhibition-record';
import type { CheckedVisit } from '../visits/check-visit.ts';
import { fillPrompt, pickPromptText } from './fill-prompt.ts';

/** Set here, never by a browser. */
const chatModel = { provider: 'openai', model: 'gpt-4o-mini', temperature: 1, maxTokens: 300 } as const;

export interface GuideRequestInput {
  visit: CheckedVisit;
  assistant: Assistant;
  text: string;
  previousChatId: string | undefined;
  stream: boolean;
}

/** The body of `POST /chat`: the exhibition's assistant, told who is visiting. */
export function createGuideRequest({ visit, assistant, text, previousChatId, stream }: GuideRequestInput) {
  return {
    assistantId: assistant.vapiId,
    input: text,
    stream,
    ...(previousChatId !== undefined && { previousChatId }),
    assistantOverrides: { model: chatModel, variableValues: variableValues(visit, assistant) },
  };
}

function variableValues({ museum, profile, exhibition, language, visitMode, answers }: CheckedVisit, assistant: Assistant) {
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
    custom_instruction: fillPrompt(pickPromptText(assistant.prompt, language), answers, language),
  };
}
