import { parseJson } from '@enfilade/shared-contracts/kit/json';
import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { visitNotesKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useCallback, useEffect, useState } from 'react';

export type SpeakerFilter = 'both' | 'guide';

/** The field names are those of the stored JSON. */
export interface VisitUiState {
  shown: SpeakerFilter;
  /** The last suggested questions, newest last. */
  asked: readonly string[];
  draft: string;
  /** In this visit the visitor has read that the guide is an AI and who listens, and chose to speak. */
  isVoiceAgreed: boolean;
  isSoundKnown: boolean;
  /** Milliseconds since the epoch. */
  startedAt?: number;
  /** The last seen room of the guided tour, from 0. */
  farthestRoom?: number;
  isTourPutOff?: boolean;
}

const initialState: VisitUiState = { shown: 'both', asked: [], draft: '', isVoiceAgreed: false, isSoundKnown: false };

const textLimit = 20_000;

/** Invalid parts get their initial value. */
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

/** The state survives a reload, and ends with the tab: the next visitor with the same device finds nothing. */
export function useVisitUiState(exhibitionId: string | undefined): { uiState: VisitUiState; changeUiState: ChangeUiState } {
  const key = visitNotesKey(exhibitionId);
  const [uiState, setUiState] = useState(() => parseUiState(storage.readText(key)));
  useEffect(() => storage.writeJson(key, uiState), [key, uiState]);
  const changeUiState = useCallback<ChangeUiState>((change) => setUiState((before) => ({ ...before, ...change(before) })), []);
  return { uiState, changeUiState };
}
