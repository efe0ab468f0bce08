import { type GroupLine, groupLimits } from '@enfilade/shared-contracts/api/group';
import type { ConversationState, Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { linesOf } from '@enfilade/shared-contracts/conversation/transcript/transcript';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { splitSpeech } from '@enfilade/shared-contracts/ui/speech/reading/split-speech';

/** Turns are private up to these numbers. Every later turn has a higher number. */
export interface Sharing {
  since: number;
  /** Absent if the leader has not agreed to share questions. */
  questionsSince?: number | undefined;
}

interface Said extends Pick<ConversationState, 'turns'> {
  exhibitionId: EntityId;
  /** Applies to turns without their own language. */
  language: Language;
}

/** In order; older lines than the limit are dropped. */
export function pickGroupLines({ turns, ...said }: Said, { since, questionsSince = Number.POSITIVE_INFINITY }: Sharing): GroupLine[] {
  return turns
    .filter(({ id }) => id > since)
    .flatMap((turn) => groupLinesOf(turn, said).filter(({ speaker }) => speaker === 'guide' || turn.id > questionsSince))
    .slice(-groupLimits.lines);
}

function groupLinesOf(said: Turn, { exhibitionId, language }: Omit<Said, 'turns'>): GroupLine[] {
  // Another exhibition numbers its turns from the start.
  const conversation = exhibitionId.slice(-6);
  return linesOf(said).flatMap(({ key, turn, speaker, text, language: own = language }, at, lines) => {
    const isOpen = speaker === 'guide' && said.state === 'arriving' && at === lines.length - 1;
    const pieces = text.length > groupLimits.text ? splitSpeech(text, groupLimits.text) : [text.trim()].filter(Boolean);
    return pieces.map((piece, index) => ({
      key: [conversation, key, ...(index > 0 ? [index] : [])].join('/'),
      turn: `${conversation}:${turn}`,
      speaker,
      text: piece,
      language: own,
      ...(isOpen && { isOpen }),
      ...(speaker === 'guide' && said.generated && { generated: said.generated }),
    }));
  });
}
