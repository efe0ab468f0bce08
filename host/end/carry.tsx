import { type CarriedTurn, type CarriedVisit, carriedLimits, type SealResponse } from '@enfilade/shared-contracts/api/carried-visit';
import type { GuideApi } from '@enfilade/shared-contracts/api/guide-api';
import { messageLimit } from '@enfilade/shared-contracts/api/limits';
import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import { Button } from '@enfilade/shared-contracts/ui/button';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useState } from 'react';
import { seals } from '../arrival/visit-part.ts';
import { drawCode, SquareCode } from '../screens/square-code.tsx';
import { Part } from './end-frame.tsx';
import styles from './end-view.module.css';
import { countQuestions } from './said.ts';
import type { Translate } from './texts/texts.ts';

/** The newest turns with words, within the limits of a link. */
export function packTurns(turns: readonly Turn[]): CarriedTurn[] {
  const packed = turns.filter(hasWords).slice(-carriedLimits.turns).map(packTurn);
  while (JSON.stringify(packed).length > carriedLimits.characters) packed.shift();
  return packed;
}

/** The ids for rating and repeating an answer stay on this device. */
function packTurn({ state: _, clientMessageId: _client, messageId: _message, question, answer, sources, ...turn }: Turn): CarriedTurn {
  return {
    ...turn,
    ...(question !== undefined && { question: question.slice(0, messageLimit) }),
    ...(answer !== undefined && { answer: answer.slice(0, carriedLimits.answer) }),
    sources: sources
      .slice(0, carriedLimits.sources)
      .map((source) => ({ ...source, title: source.title.slice(0, 200), document: source.document.slice(0, 200) })),
  };
}

export const unpackTurns = (carried: readonly CarriedTurn[]): Turn[] =>
  carried.map((turn) => ({ ...turn, state: turn.answer === undefined ? 'broken' : 'complete' }));

type CarryState =
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

interface CarryPartProps {
  carry: ReturnType<typeof useCarry>;
  language: Language;
  t: Translate;
  /** Absent if the browser cannot share. */
  onShareLink: ((url: string) => void) | undefined;
  /** Offers the code without the link, because a kiosk is not the visitor's device. */
  isCodeOnly: boolean;
}

export function CarryPart({ carry, language, t, onShareLink, isCodeOnly }: CarryPartProps) {
  const { state } = carry;
  return (
    <Part title={t('carry.title')}>
      <p className={styles['note']}>{t(isCodeOnly ? 'carry.textKiosk' : 'carry.text')}</p>
      {state.kind !== 'made' && (
        <div className={styles['buttons']}>
          <Button onClick={carry.make} aria-disabled={state.kind === 'making'}>
            {t(isCodeOnly ? 'carry.makeKiosk' : 'carry.make')}
          </Button>
        </div>
      )}
      <p role="status" className={styles['note']}>
        {state.kind === 'made'
          ? t('carry.expires', { date: formatDate(state.expiresAt, language) })
          : state.kind !== 'none' && t(`carry.${state.kind}`)}
      </p>
      {state.kind === 'made' && <MadeLink made={state} copy={carry.copy} t={t} onShareLink={onShareLink} isCodeOnly={isCodeOnly} />}
    </Part>
  );
}

const formatDate = (time: number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(time);

interface MadeLinkProps extends Pick<CarryPartProps, 't' | 'onShareLink' | 'isCodeOnly'> {
  made: CarryState & { kind: 'made' };
  copy(): void;
}

function MadeLink({ made: { link, squares, questions, copying }, copy, t, onShareLink, isCodeOnly }: MadeLinkProps) {
  const isLess = !isCodeOnly && questions.code < questions.link;
  return (
    <>
      {squares && (
        <SquareCode squares={squares} name={t('carry.code')} isNew>
          <span>{t('carry.scan')}</span> {isLess && <span>{t('carry.codeHolds', { count: questions.code, link: questions.link })}</span>}
        </SquareCode>
      )}
      {isCodeOnly && questions.code < questions.all && <p className={styles['note']}>{t('carry.codeKiosk', { count: questions.code })}</p>}
      {!isCodeOnly && questions.link < questions.all && <p className={styles['note']}>{t('carry.linkHolds', { count: questions.link })}</p>}
      {!isCodeOnly && (
        <div className={styles['buttons']}>
          <Button icon="copy" iconSide="start" onClick={copy}>
            {t('carry.copy')}
          </Button>
          {onShareLink && <Button onClick={() => onShareLink(link)}>{t('carry.share')}</Button>}
        </div>
      )}
      <p role="status" className={styles['note']}>
        {copying && t(copying === 'done' ? 'carry.copied' : 'carry.notCopied')}
      </p>
      {copying === 'refused' && <input readOnly value={link} aria-label={t('carry.copy')} className={common['field']} />}
    </>
  );
}
