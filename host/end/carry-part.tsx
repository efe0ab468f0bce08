import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { SquareCode } from '../screens/square-code.tsx';
import { Part } from './end-frame.tsx';
import styles from './end-view.module.css';
import type { Translate } from './texts/texts.ts';
import type { CarryState, useCarry } from './use-carry.ts';

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
      {copying === 'refused' && <input readOnly value={link} aria-label={t('carry.copy')} className={styles['address']} />}
    </>
  );
}
