import { type CarriedTurn, carriedLimits } from '../../api/carried-visit.ts';
import { messageLimit } from '../../api/limits.ts';
import type { ConversationState, TranscriptLine, TurnDetails } from '../conversation.ts';
import { toPlainText } from './plain-text.ts';
import { updateTurn, writeGuideText, writeOpening, writeVisitorText } from './transcript.ts';

type Said = Pick<ConversationState, 'transcript' | 'turns'>;

/** What was said, turn by turn, within what may be carried: the newest turns, nothing of one in which nobody said a word. */
export function packTurns({ transcript, turns }: Said): CarriedTurn[] {
  const numbers = [...new Set(transcript.map(({ turn }) => turn))].slice(-carriedLimits.turns);
  const packed = numbers.map((turn) => {
    const lines = transcript.filter((line) => line.turn === turn);
    return packTurn(turn, lines, turns[turn]);
  });
  while (JSON.stringify(packed).length > carriedLimits.characters) packed.shift();
  return packed;
}

function packTurn(turn: number, lines: readonly TranscriptLine[], details: TurnDetails | undefined): CarriedTurn {
  const join = (part: readonly TranscriptLine[]) => part.map(({ text }) => text).join(' ');
  const opening = join(lines.filter((line) => line.isOpening));
  const visitor = join(lines.filter((line) => line.speaker === 'visitor'));
  const plain = join(lines.filter((line) => line.speaker === 'guide' && !line.isOpening));
  const guide = (plain && details?.markdown) || plain;
  const language = lines.find((line) => line.language)?.language;
  const sources = (details?.sources ?? []).slice(0, carriedLimits.sources);
  return {
    turn,
    ...(opening && { opening: opening.slice(0, carriedLimits.answer) }),
    ...(visitor && { visitor: visitor.slice(0, messageLimit) }),
    ...(guide && { guide: guide.slice(0, carriedLimits.answer) }),
    ...(guide !== plain && { isMarkdown: true }),
    ...(language && { language }),
    sources: sources.map((source) => ({ ...source, title: source.title.slice(0, 200), document: source.document.slice(0, 200) })),
    ...(details?.generated && { generated: details.generated }),
    ...(details?.isStep && { isStep: true }),
  };
}

/** The same as a conversation again. What an answer could be rated or repeated by stays on the first device. */
export function unpackTurns(carried: readonly CarriedTurn[]): Said {
  return carried.reduce<Said>(addTurn, { transcript: [], turns: {} });
}

function addTurn(
  { transcript, turns }: Said,
  { turn, opening, visitor, guide, isMarkdown, language, sources, generated, isStep }: CarriedTurn,
): Said {
  const details = {
    sources,
    state: guide === undefined ? 'broken' : 'complete',
    ...(isMarkdown && guide !== undefined && { markdown: guide }),
    ...(generated && { generated }),
    ...(isStep && { isStep }),
  } as const;
  const opened = opening === undefined ? transcript : writeOpening(transcript, turn, opening, language);
  const asked = visitor === undefined ? opened : writeVisitorText(opened, turn, visitor, language);
  return {
    transcript: guide === undefined ? asked : writeGuideText(asked, turn, isMarkdown ? toPlainText(guide) : guide, language),
    turns: turn === 0 && guide === undefined ? turns : updateTurn(turns, turn, details),
  };
}
