import { type CarriedTurn, carriedLimits, type SealResponse } from '@enfilade/shared-contracts/api/carried-visit';
import { messageLimit } from '@enfilade/shared-contracts/api/limits';
import type { Turn } from '@enfilade/shared-contracts/conversation/conversation';
import { pickVisit } from '@enfilade/shared-contracts/conversation/pick-visit';
import { hasWords } from '@enfilade/shared-contracts/conversation/turns';
import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { copyText } from '@enfilade/shared-contracts/kit/copy-text';
import type { Museum } from '@enfilade/shared-contracts/museum/museum';
import { Button } from '@enfilade/shared-contracts/ui/button';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { useState } from 'react';
import { seals } from '../arrival/visit-part.ts';
import { useHost, useTexts } from '../screens/host-services.ts';
import { SquareCode } from '../screens/square-code.tsx';
import { Part, ShareButton } from './end-frame.tsx';
import styles from './end-view.module.css';
import { countQuestions } from './said.ts';
import type { TextKey } from './texts/texts.ts';

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

type CarryState = { kind: 'none' | 'making' | 'failed' } | ({ kind: 'made' } & MadeLinkProps);

interface CarryPartProps {
  museum: Museum;
  turns: CarriedTurn[];
  minutes: number;
}

/** On a kiosk, which is not the visitor's device, offers the code without the link. */
export function CarryPart({ museum, turns, minutes }: CarryPartProps) {
  const { api, session, conversation, kiosk } = useHost();
  const { t, language } = useTexts<TextKey>('end');
  const [state, setState] = useState<CarryState>({ kind: 'none' });
  const make = async () => {
    setState({ kind: 'making' });
    const { room, tour } = conversation.store.getState();
    const shownRoom = room && { ...room, name: room.name.slice(0, 200) };
    const carried = { visit: pickVisit(session), minutes, turns, ...(shownRoom && { room: shownRoom }), ...(tour && { tour }) };
    try {
      setState({ kind: 'made', museum, turns, seal: await api.sealVisit(carried) });
    } catch {
      setState({ kind: 'failed' });
    }
  };
  return (
    <Part title={t('carry.title')}>
      <p className={styles['note']}>{t(kiosk ? 'carry.textKiosk' : 'carry.text')}</p>
      {state.kind !== 'made' && (
        <div className={styles['buttons']}>
          <Button onClick={() => void make()} aria-disabled={state.kind === 'making'}>
            {t(kiosk ? 'carry.makeKiosk' : 'carry.make')}
          </Button>
        </div>
      )}
      <p role="status" className={styles['note']}>
        {state.kind === 'made'
          ? t('carry.expires', { date: formatDate(state.seal.expiresAt, language) })
          : state.kind !== 'none' && t(`carry.${state.kind}`)}
      </p>
      {state.kind === 'made' && <MadeLink {...state} />}
    </Part>
  );
}

const formatDate = (time: number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(time);

/** Browsers send no server the fragment, which has the seal. The rest is the address of the museum's wall code. */
const linkOf = ({ _id: museumId }: Museum, seal: string) =>
  `${location.origin}${formatVisitAddress({ path: arrivalPath, wantsPremium: false, museumId })}${seals}${seal}`;

interface MadeLinkProps {
  museum: Museum;
  turns: readonly CarriedTurn[];
  seal: SealResponse;
}

function MadeLink({ museum, turns, seal: { link, code } }: MadeLinkProps) {
  const { kiosk } = useHost();
  const { t } = useTexts<TextKey>('end');
  const [isCopied, setCopied] = useState<boolean>();
  const address = linkOf(museum, link.text);
  const countLast = (count: number) => countQuestions(count === 0 ? [] : turns.slice(-count));
  const [inCode, inLink, all] = [countLast(code.turns), countLast(link.turns), countQuestions(turns)];
  return (
    <>
      <SquareCode text={linkOf(museum, code.text)} name={t('carry.code')} isNew>
        <span>{t('carry.scan')}</span> {!kiosk && inCode < inLink && <span>{t('carry.codeHolds', { count: inCode, link: inLink })}</span>}
      </SquareCode>
      {kiosk && inCode < all && <p className={styles['note']}>{t('carry.codeKiosk', { count: inCode })}</p>}
      {!kiosk && inLink < all && <p className={styles['note']}>{t('carry.linkHolds', { count: inLink })}</p>}
      {!kiosk && (
        <div className={styles['buttons']}>
          <Button icon="copy" iconSide="start" onClick={() => void copyText(address).then(setCopied)}>
            {t('carry.copy')}
          </Button>
          <ShareButton data={() => ({ title: t('carry.subject', { museum: museum.name }), url: address })}>{t('carry.share')}</ShareButton>
        </div>
      )}
      <p role="status" className={styles['note']}>
        {isCopied !== undefined && t(isCopied ? 'carry.copied' : 'carry.notCopied')}
      </p>
      {isCopied === false && <input readOnly value={address} aria-label={t('carry.copy')} className={common['field']} />}
    </>
  );
}
