import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { visitNotesKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useCallback, useEffect, useState } from 'react';

/** The speakers shown in the transcript. */
export type SpeakerFilter = 'both' | 'guide';

/** The stored state of a visit's screen beside the conversation. The field names are those of the stored JSON. */
export interface VisitUiState {
  shown: SpeakerFilter;
  /** The last questions that were suggested, newest last. */
  asked: readonly string[];
  /** The unsent draft. */
  draft: string;
  /** In this visit the visitor has read that the guide is an AI and who listens, and chose to speak. */
  isVoiceAgreed: boolean;
  /** The visitor has seen the popup about the speakers. */
  isSoundKnown: boolean;
  /** Start of the visit, in ms since the epoch. */
  startedAt?: number;
  /** The last room of the guided tour that was seen, from 0. */
  farthestRoom?: number;
  /** The visitor put the tour off. */
  isTourPutOff?: boolean;
}

const initialState: VisitUiState = { shown: 'both', asked: [], draft: '', isVoiceAgreed: false, isSoundKnown: false };

const textLimit = 20_000;

/** Parses a stored state. Invalid parts get their initial value. */
export function parseUiState(text: string | undefined): VisitUiState {
  if (text === undefined || text.length > textLimit) return initialState;
  const stored = parseJson(text);
  const state: Partial<Record<keyof VisitUiState, unknown>> = typeof stored === 'object' && stored !== null ? stored : {};
  const { shown, asked, draft, isVoiceAgreed, isSoundKnown, startedAt, farthestRoom, isTourPutOff } = state;
  return {
    shown: shown === 'guide' ? 'guide' : 'both',
    asked: Array.isArray(asked) && asked.every((each) => typeof each === 'string' && each.length <= 200) ? asked.slice(-9) : [],
    draft: typeof draft === 'string' ? draft : '',
    isVoiceAgreed: isVoiceAgreed === true,
    isSoundKnown: isSoundKnown === true,
    ...(isNumber(startedAt) && { startedAt }),
    ...(isNumber(farthestRoom) && { farthestRoom }),
    ...(isTourPutOff === true && { isTourPutOff }),
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export type ChangeUiState = (change: (before: VisitUiState) => Partial<VisitUiState>) => void;

const storage = safeStorage(() => window.sessionStorage);

/**
 * The UI state of the visit in an exhibition. It survives the screen and a reload, and ends with the tab: the next
 * visitor with the same device finds nothing of it.
 */
export function useVisitUiState(exhibitionId: string | undefined): { uiState: VisitUiState; changeUiState: ChangeUiState } {
  const key = visitNotesKey(exhibitionId);
  const [uiState, setUiState] = useState(() => parseUiState(storage.readText(key)));
  useEffect(() => storage.writeJson(key, uiState), [key, uiState]);
  const changeUiState = useCallback<ChangeUiState>((change) => setUiState((before) => ({ ...before, ...change(before) })), []);
  return { uiState, changeUiState };
}
