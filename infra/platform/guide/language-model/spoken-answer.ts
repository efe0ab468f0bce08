import { addToSources } from '@enfilade/shared-contracts/api/reply-events';
import type { Source } from '@enfilade/shared-contracts/api/schemas';
import {
  type DroppedSentence,
  type GuideEvent,
  type GuideQuestion,
  type GuideReply,
  type GuideState,
  type QuestionFacts,
  withCovered,
} from '../guide-state.ts';
import type { NumberedPassage } from './retrieve-passages.ts';

/** Empties a sentence that contains a line of the instruction, because the site refuses every answer with the instruction. */
function withoutInstruction(text: string, instruction = ''): string {
  const lines = instruction.split('\n').map((line) => line.trim());
  return lines.some((line) => line.length > 0 && text.includes(line)) ? '' : text;
}

const sourceOf = ({ document, title, paragraph }: NumberedPassage): Source => ({ title, document, paragraphs: [paragraph + 1] });

const mostTurns = 6;
const longestText = 800;

/** The spoken part of an answer. */
export type SpokenAnswer = ReturnType<typeof createSpokenAnswer>;

/** @param standIn the embedded guide's reply, which has the tour's position */
export function createSpokenAnswer(state: GuideState, question: GuideQuestion, standIn: () => GuideReply) {
  const spoken: string[] = [];
  const used = new Map<string, NumberedPassage>();
  /** The sources so far, each with its paragraphs. */
  let named: readonly Source[] = [];

  /** The state after an answer, with this turn in its list of turns. */
  const withTurn = (after: GuideState, answered: string): GuideState => {
    const turn = { asked: question.text.slice(0, longestText), answered: [...spoken, answered].join(' ').trim().slice(0, longestText) };
    return { ...after, turns: [...(state.turns ?? []), turn].slice(-mostTurns) };
  };

  const done = (): Extract<GuideEvent, { type: 'done' }> => {
    const covered = [...used.values()].reduce((after, { document, paragraph }) => withCovered(after, document, paragraph), state);
    const { tour } = standIn().state;
    return { type: 'done', state: withTurn({ ...covered, ...(tour && { tour }) }, '') };
  };

  return {
    /** The events of a sentence: its new sources, then its text. */
    say(text: string, passages: readonly NumberedPassage[]): GuideEvent[] {
      const before = named;
      named = passages.map(sourceOf).reduce(addToSources, named);
      const sources = named === before ? [] : passages.map(sourceOf).reduce<readonly Source[]>(addToSources, []);
      for (const passage of passages) used.set(`${passage.document} ${passage.paragraph}`, passage);
      const { room, tour } = spoken.length === 0 ? standIn() : {};
      spoken.push(text);
      const said = {
        type: 'text',
        text: `${text} `,
        passages: passages.map(({ document, paragraph }) => ({ document, paragraph })),
      } as const;
      if (sources.length === 0 && !room && !tour) return [said];
      return [{ type: 'context', sources, ...(room && { room }), ...(tour && { tour }) }, said];
    },
    sentenceCount: () => spoken.length,
    characterCount: () => spoken.join(' ').length,
    /** The facts about the question. @param nearest file of the best passage */
    facts(nearest: string | undefined, dropped: readonly DroppedSentence[]): QuestionFacts | undefined {
      const { facts: found } = standIn();
      if (!found) return undefined;
      const { unanswered: _, ...rest } = found;
      const facts: QuestionFacts = { ...rest, ...(nearest !== undefined && { document: nearest }) };
      const sentences = dropped.map((one) => ({ ...one, text: withoutInstruction(one.text, question.instruction) }));
      if (dropped.length > 0) return { ...facts, unanswered: used.size > 0 ? 'shortened' : 'dropped', dropped: sentences };
      return used.size > 0 ? facts : { ...facts, unanswered: 'no-passage' };
    },
    done,
    /** `done` of an answer whose listener left. Before the first sentence the state keeps its tour. */
    interrupted: (): ReturnType<typeof done> => (spoken.length > 0 ? done() : { type: 'done', state: withTurn(state, '') }),
    withTurn,
  };
}
