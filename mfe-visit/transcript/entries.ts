import type { ConversationState, Speaker, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import type { SpeakerFilter } from '../ui-state/visit-ui-state.ts';

/** What one speaker said in one turn: a numbered paragraph of the transcript. */
export interface Entry {
  key: string;
  /** Counts from 1 through the whole visit. */
  number: number;
  /** The conversation's own number of the turn. */
  turn: number;
  speaker: Speaker;
  text: string;
  /** Titles of the documents the answer is based on. */
  sources: readonly string[];
  state: TurnDetails['state'];
}

type State = Pick<ConversationState, 'transcript' | 'turns'>;

/** Joins the lines of each speaker's turn, unless other lines are between them. */
export function listEntries({ transcript, turns }: State): Entry[] {
  const entries: Entry[] = [];
  let openKey = '';
  for (const { key, turn, speaker, text } of transcript) {
    const ownKey = `${turn}:${speaker}`;
    const last = entries.at(-1);
    if (last && ownKey === openKey) {
      last.text = `${last.text} ${text}`;
      continue;
    }
    openKey = ownKey;
    const details = turns[turn];
    entries.push({
      key,
      number: entries.length + 1,
      turn,
      speaker,
      text,
      sources: speaker === 'guide' ? titles(details) : [],
      state: speaker === 'guide' ? (details?.state ?? 'complete') : 'complete',
    });
  }
  return entries;
}

function titles(details: TurnDetails | undefined): readonly string[] {
  return [...new Set(details?.sources.map((source) => source.title))];
}

/** The entries of the speakers that are shown; each keeps its number. */
export function pickShown(entries: readonly Entry[], shown: SpeakerFilter): readonly Entry[] {
  return shown === 'both' ? entries : entries.filter(({ speaker }) => speaker === shown);
}
