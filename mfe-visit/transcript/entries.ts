import type { ConversationState, Speaker, TurnDetails } from '@enfilade/shared-contracts/conversation/conversation';
import type { Shown } from '../ui-state/visit-ui-state.ts';

/** What one speaker said in one turn: a numbered paragraph of the transcript. */
export interface Entry {
  key: string;
  /** Counts from 1 through the whole visit. */
  number: number;
  /** The conversation's own count, by which what is told of a turn is found. */
  turn: number;
  speaker: Speaker;
  text: string;
  /** Titles of what the answer rests on; none under the visitor's own words. */
  sources: readonly string[];
  state: TurnDetails['state'];
}

type Transcript = Pick<ConversationState, 'transcript' | 'turns'>;

/** Joins the lines of each speaker's turn; lines of one turn that arrive apart stay apart. */
export function listEntries({ transcript, turns }: Transcript): Entry[] {
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

/** The entries of whoever is shown; each keeps its number. */
export function pickShown(entries: readonly Entry[], shown: Shown): readonly Entry[] {
  return shown === 'both' ? entries : entries.filter(({ speaker }) => speaker === shown);
}
