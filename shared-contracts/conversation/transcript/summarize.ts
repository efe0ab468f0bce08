import type { ConversationState } from '../conversation.ts';

/** What a call is told when nothing has been said. */
export const noSummary = 'No transcript summary available.';

/** Characters. */
export const summaryLimit = 4000;

const names = { visitor: 'Visitor', guide: 'Guide' } as const;

/**
 * What a new transport is told of the visit so far: `[room 2/3 Painting Salon]` when the tour's room is known, then
 * the last lines, `Visitor: …` or `Guide: …`, as many as fit. Undefined when there is nothing to tell.
 */
export function summarize({ transcript, room }: Pick<ConversationState, 'transcript' | 'room'>): string | undefined {
  const place = room ? [`[room ${room.index + 1}/${room.count} ${room.name}]`.slice(0, summaryLimit)] : [];
  const lines = transcript.map(({ speaker, text }) => `${names[speaker]}: ${text.replace(/\s+/g, ' ')}`);
  const kept = [...place, ...pickLast(lines, summaryLimit - (place[0]?.length ?? -1) - 1)];
  return kept.length > 0 ? kept.join('\n') : undefined;
}

/** The last lines that fit, joined by line breaks; of a last one that is too long its end. */
function pickLast(lines: readonly string[], limit: number): string[] {
  let rest = limit;
  const kept: string[] = [];
  for (const line of lines.toReversed()) {
    if (line.length > rest) {
      if (kept.length === 0 && rest > 1) kept.push(`…${line.slice(1 - rest)}`);
      break;
    }
    kept.push(line);
    rest -= line.length + 1;
  }
  return kept.reverse();
}
