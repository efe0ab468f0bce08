import type { CarriedVisit, SealResponse } from '@enfilade/shared-contracts/api/carried-visit';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useState } from 'react';
import { seals } from '../arrival/visit-part.ts';
import { drawCode } from '../screens/square-code.tsx';
import { countQuestions } from './said.ts';

export type CarryState =
  | { kind: 'none' | 'making' | 'failed' }
  | {
      kind: 'made';
      link: string;
      /** The code's dark squares; undefined if the address is too long for a code. */
      squares: boolean[][] | undefined;
      questions: { code: number; link: number; all: number };
      expiresAt: number;
      copying: 'done' | 'refused' | undefined;
    };

export function useCarry(api: Pick<GuideApi, 'sealVisit'>, pick: () => CarriedVisit) {
  const [state, setState] = useState<CarryState>({ kind: 'none' });
  const make = async () => {
    if (state.kind === 'making') return;
    setState({ kind: 'making' });
    const visit = pick();
    try {
      setState(describe(visit, await api.sealVisit(visit)));
    } catch {
      setState({ kind: 'failed' });
    }
  };
  const copy = async () => {
    if (state.kind === 'made') setState({ ...state, copying: (await copyText(state.link)) ? 'done' : 'refused' });
  };
  return { state, make: () => void make(), copy: () => void copy() };
}

/** Browsers send no server the fragment, which has the seal. The rest is the address of the museum's wall code. */
const linkOf = ({ museumId }: CarriedVisit['visit'], seal: string) =>
  `${location.origin}${formatVisitAddress({ path: arrivalPath, wantsPremium: false, museumId })}${seals}${seal}`;

function describe({ visit, turns }: CarriedVisit, { link, code, expiresAt }: SealResponse): CarryState {
  const count = (last: number) => countQuestions(last === 0 ? [] : turns.slice(-last));
  return {
    kind: 'made',
    link: linkOf(visit, link.text),
    squares: drawCode(linkOf(visit, code.text)),
    questions: { code: count(code.turns), link: count(link.turns), all: countQuestions(turns) },
    expiresAt,
    copying: undefined,
  };
}
