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

/** What recites the instruction goes nowhere, not even to the museum's operators: the site refuses an answer that holds it. */
function withoutInstruction(text: string, instruction = ''): string {
  const lines = instruction.split('\n').map((line) => line.trim());
  return lines.some((line) => line.length > 0 && text.includes(line)) ? '' : text;
}

const sourceOf = ({ document, title, paragraph }: NumberedPassage): Source => ({ title, document, paragraphs: [paragraph + 1] });

const mostTurns = 6;
const longestText = 800;

/** What of an answer has been said. */
export type SpokenAnswer = ReturnType<typeof createSpokenAnswer>;

/** @param standIn the embedded guide's reply: where the tour stands */
export function createSpokenAnswer(state: GuideState, question: GuideQuestion, standIn: () => GuideReply) {
  const spoken: string[] = [];
  const used = new Map<string, NumberedPassage>();
  /** With the paragraphs of each. */
  let named: readonly Source[] = [];

  /** The state of another guide's answer, and what was said before it. */
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
    /** A sentence, after what it is taken from, as far as that was not named before. */
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
    /** What became of the question. @param nearest file of the first passage that was found for it */
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
    /** `done` of an answer that its listener ended. Before its first sentence a tour has not moved. */
    interrupted: (): ReturnType<typeof done> => (spoken.length > 0 ? done() : { type: 'done', state: withTurn(state, '') }),
    withTurn,
  };
}
