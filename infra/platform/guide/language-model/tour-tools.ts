import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { localize } from '@enfilade/shared-contracts/i18n/localize';
import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { tourWords } from '@enfilade/shared-contracts/museum/tour-words';
import { z } from 'zod';
import type { MuseumContent } from '../../content/content.ts';
import type { EmbeddedGuide } from '../guide.ts';
import { type GuideQuestion, type GuideReply, type GuideState, newTour } from '../guide-state.ts';
import { languageData } from '../language/language-data.ts';
import type { ToolCall } from './stream-completion.ts';

/** If a request has no tools, only the visitor's own words move the tour. */
export function tourTools({ profile: { rooms } }: MuseumContent, { visitMode, language }: GuideQuestion): object[] | undefined {
  if (visitMode !== 'guided' || rooms.length === 0) return undefined;
  const names = rooms.map(({ name }, at) => `${at + 1} ${localize(name, language)}`).join(', ');
  const number = { type: 'integer', minimum: 1, maximum: rooms.length, description: names };
  const tools: [name: string, description: string, properties: object][] = [
    ['go_to_room', 'Leads the visitor into another room, when they ask for it.', { number }],
    ['finish_tour', 'Ends the tour, when the visitor asks for it.', {}],
  ];
  return tools.map(([name, description, properties]) => ({
    type: 'function',
    function: { name, description, parameters: { type: 'object', properties, required: Object.keys(properties) } },
  }));
}

const roomSchema = z.object({ number: z.coerce.number().int().min(1) });

/** The visitor's words that have the effect of the tool call. The embedded guide leads the tour and receives these words. */
function wishOf(tool: ToolCall, { profile }: MuseumContent, { tour }: GuideState, language: Language): string | undefined {
  const words = tourWords[language];
  if (tool.name === 'finish_tour') return words.end[0];
  const number = tool.name === 'go_to_room' ? roomSchema.safeParse(parseJson(tool.arguments)).data?.number : undefined;
  const room = profile.rooms[(number ?? 0) - 1];
  if (number === undefined || !room) return undefined;
  if (!tour || tour.phase === 'before') return words.begin[0];
  return `${languageData[language].said.goTo} ${localize(room.name, language)}`;
}

export function tourStepOf(
  tool: ToolCall,
  { embedded, content }: { embedded: EmbeddedGuide; content: MuseumContent },
  state: GuideState,
  question: GuideQuestion,
): GuideReply | undefined {
  const text = wishOf(tool, content, state, question.language);
  const step = text === undefined ? undefined : embedded.reply(state, { ...question, text });
  const placeOf = ({ tour: { phase, room, told, asks } = newTour }: GuideState) => [phase, room, asks, ...told].join();
  return step && placeOf(state) !== placeOf(step.state) ? step : undefined;
}
