import { type GroupLine, groupLimits } from '@enfilade/shared-contracts/api/group';
import type { ConversationState, TranscriptLine } from '@enfilade/shared-contracts/conversation/conversation';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import type { EntityId } from '@enfilade/shared-contracts/museum/id';
import { splitSpeech } from '@enfilade/shared-contracts/speech/reading/split-speech';

/** What of a conversation its leader shares. Turns up to a number are private; a turn that is not known yet has a higher one. */
export interface Sharing {
  /** What the guide said in later turns is passed on. */
  since: number;
  /** What was asked in later ones, too. Absent: the leader has not agreed to that. */
  questionsSince?: number | undefined;
}

interface Said extends Pick<ConversationState, 'transcript' | 'turns'> {
  exhibitionId: EntityId;
  /** Of lines that do not say theirs. */
  language: Language;
}

/** The newest lines that followers may read, in order. */
export function pickGroupLines(said: Said, { since, questionsSince }: Sharing): GroupLine[] {
  const isShared = ({ speaker, turn }: TranscriptLine) =>
    turn > since && (speaker === 'guide' || (questionsSince !== undefined && turn > questionsSince));
  return said.transcript
    .filter(isShared)
    .flatMap((line) => linesOf(line, said))
    .slice(-groupLimits.lines);
}

function linesOf(line: TranscriptLine, { exhibitionId, language, transcript, turns }: Said): GroupLine[] {
  const { key, turn, speaker, text } = line;
  const details = turns[turn];
  // Another exhibition counts its turns anew.
  const conversation = exhibitionId.slice(-6);
  const isLast = transcript.findLast((other) => other.turn === turn && other.speaker === speaker) === line;
  const isOpen = isLast && speaker === 'guide' && details?.state === 'arriving' && !line.isOpening;
  const pieces = text.length > groupLimits.text ? splitSpeech(text, groupLimits.text) : [text.trim()].filter(Boolean);
  return pieces.map((piece, index) => ({
    key: [conversation, key, ...(index > 0 ? [index] : [])].join('/'),
    turn: `${conversation}:${turn}`,
    speaker,
    text: piece,
    language: line.language ?? language,
    ...(isOpen && { isOpen }),
    ...(speaker === 'guide' && details?.generated && { generated: details.generated }),
  }));
}
