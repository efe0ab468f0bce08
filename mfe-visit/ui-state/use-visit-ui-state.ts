import { safeStorage } from '@enfilade/shared-contracts/kit/storage';
import { visitNotesKey } from '@enfilade/shared-contracts/visit/stored-names';
import { useCallback, useEffect, useState } from 'react';
import { parseUiState, type VisitUiState } from './visit-ui-state.ts';

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
