import type { Language } from '@enfilade/shared-contracts/i18n/language';
import { Button } from '@enfilade/shared-contracts/ui/button';
import { Part } from './end-frame.tsx';
import styles from './end-view.module.css';
import type { Translate } from './texts/texts.ts';
import type { CarryState, useCarry } from './use-carry.ts';

interface CarryPartProps {
  carry: ReturnType<typeof useCarry>;
  language: Language;
  t: Translate;
  /** Absent where the browser shares nothing. */
  onShareLink: ((url: string) => void) | undefined;
}

/** Carrying on elsewhere: a link, and the same as a code for a camera. */
export function CarryPart({ carry, language, t, onShareLink }: CarryPartProps) {
  const { state } = carry;
  return (
    <Part title={t('carry.title')}>
      <p className={styles['note']}>{t('carry.text')}</p>
      {state.kind !== 'made' && (
        <div className={styles['buttons']}>
          <Button onClick={carry.make} aria-disabled={state.kind === 'making'}>
            {t('carry.make')}
          </Button>
        </div>
      )}
      <p role="status" className={styles['note']}>
        {state.kind === 'making' && t('carry.making')}
        {state.kind === 'failed' && t('carry.failed')}
        {state.kind === 'made' && t('carry.expires', { date: formatDate(state.expiresAt, language) })}
      </p>
      {state.kind === 'made' && <MadeLink made={state} copy={carry.copy} t={t} onShareLink={onShareLink} />}
    </Part>
  );
}

const formatDate = (time: number, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' }).format(time);

interface MadeLinkProps extends Pick<CarryPartProps, 't' | 'onShareLink'> {
  made: CarryState & { kind: 'made' };
  copy(): void;
}

function MadeLink({ made: { link, squares, questions, copying }, copy, t, onShareLink }: MadeLinkProps) {
  const isLess = questions.code < questions.link;
  return (
    <>
      {squares && (
        <figure className={styles['code']}>
          <Code squares={squares} name={t('carry.code')} />
          <figcaption className={styles['note']}>
            {t('carry.scan')} {isLess && t('carry.codeHolds', { count: questions.code, link: questions.link })}
          </figcaption>
        </figure>
      )}
      {questions.link < questions.all && <p className={styles['note']}>{t('carry.linkHolds', { count: questions.link })}</p>}
      <div className={styles['buttons']}>
        <Button icon="copy" iconSide="start" onClick={copy}>
          {t('carry.copy')}
        </Button>
        {onShareLink && <Button onClick={() => onShareLink(link)}>{t('carry.share')}</Button>}
      </div>
      <p role="status" className={styles['note']}>
        {copying && t(copying === 'done' ? 'carry.copied' : 'carry.notCopied')}
      </p>
      {copying === 'refused' && <input readOnly value={link} aria-label={t('carry.copy')} className={styles['address']} />}
    </>
  );
}

/** Dark on light in every theme: cameras read no other. */
function Code({ squares, name }: { squares: boolean[][]; name: string }) {
  const path = squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg viewBox={`0 0 ${squares.length} ${squares.length}`} role="img" aria-label={name} shapeRendering="crispEdges">
      <path d={`M0 0h${squares.length}v${squares.length}H0z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
