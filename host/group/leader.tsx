import type { SafeStorage } from '@enfilade/shared-contracts/kit/storage';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { Button, QuietButton } from '@enfilade/shared-contracts/ui/button';
import { Dialog } from '@enfilade/shared-contracts/ui/dialog';
import { PageBar } from '@enfilade/shared-contracts/ui/page-bar';
import common from '@enfilade/shared-contracts/ui/styles/common.module.css';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { formatGroupCode, parseGroupCode } from '@enfilade/shared-contracts/visit/group-code';
import { formatVisitAddress } from '@enfilade/shared-contracts/visit/visit-address';
import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useHost, useTexts } from '../screens/host-services.ts';
import { formatEnd } from '../screens/preview-banner.tsx';
import { SquareCode } from '../screens/square-code.tsx';
import { createGroupApi, createLeading, type Leading, type LeadingState } from './lead-group.ts';
import styles from './leader.module.css';
import { type TextKey, type Translate, texts } from './texts/texts.ts';

interface LeaderProps {
  isOpen: boolean;
  onOpen(): void;
  onClose(): void;
  storage: SafeStorage;
}

function Leader({ storage, ...props }: LeaderProps) {
  const { session, conversation, clock, environment } = useHost();
  const leading = useMemo(
    () => createLeading({ api: createGroupApi(environment), session, conversation, clock, storage }),
    [environment, session, conversation, clock, storage],
  );
  useEffect(() => leading.run(), [leading]);
  return <GroupParts {...props} leading={leading} />;
}

export const part = { Leader, texts };

interface GroupPartsProps extends Omit<LeaderProps, 'storage'> {
  leading: Omit<Leading, 'run'>;
}

/** The bar of a led group, and the dialog. */
export function GroupParts({ leading, isOpen, onOpen, onClose }: GroupPartsProps) {
  const { t } = useTexts<TextKey>('group');
  const state = useStore(leading, (current) => current);
  const led = state.kind === 'leading' ? state : undefined;
  return (
    <>
      {led && <GroupBar {...led} t={t} onOpen={onOpen} />}
      {isOpen && (
        <Dialog title={t('title')} closeLabel={t('shared:close')} onClose={onClose} kind={led && 'broad'}>
          {led ? (
            <LedGroup {...led} leading={leading} />
          ) : (
            <div className={styles['start']}>
              <StartGroup kind={state.kind} start={leading.start} t={t} />
              <FollowForm t={t} />
            </div>
          )}
        </Dialog>
      )}
    </>
  );
}

type Led = Extract<LeadingState, { kind: 'leading' }>;

function GroupBar({ code, followers, isPaused, isUnreachable, t, onOpen }: Led & { t: Translate } & Pick<LeaderProps, 'onOpen'>) {
  return (
    <PageBar name={t('bar.name')}>
      <QuietButton aria-haspopup="dialog" onClick={onOpen}>
        {t('bar.open', { code: formatGroupCode(code) })}
      </QuietButton>
      <p role="status">
        {isUnreachable || isPaused ? t(isUnreachable ? 'led.unreachable' : 'led.paused') : t('led.followers', { count: followers })}
      </p>
    </PageBar>
  );
}

function StartGroup({ kind, start, t }: Pick<LeadingState, 'kind'> & Pick<Leading, 'start'> & { t: Translate }) {
  const canLead = useStore(useHost().session.store, ({ exhibitionId }) => exhibitionId !== undefined);
  const id = useId();
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{t('lead.title')}</h3>
      <p>{t('lead.text')}</p>
      <p className={styles['note']}>{t('lead.shared')}</p>
      {canLead ? (
        <Button kind="main" wide aria-disabled={kind === 'starting'} onClick={() => void start()}>
          {t('lead.start')}
        </Button>
      ) : (
        <p>{t('lead.needsExhibition')}</p>
      )}
      <p role="status" className={styles['note']}>
        {(kind === 'starting' || kind === 'failed' || kind === 'ended') && t(`lead.${kind}`)}
      </p>
    </section>
  );
}

/** The group may be in another museum, whose release set needs a new page. */
function FollowForm({ t }: { t: Translate }) {
  const id = useId();
  const [isInvalid, setInvalid] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = parseGroupCode(String(new FormData(event.currentTarget).get('code') ?? ''));
    setInvalid(code === undefined);
    if (code) location.assign(formatVisitAddress({ path: arrivalPath, wantsPremium: false, groupCode: code }));
  };
  return (
    <form className={styles['part']} onSubmit={submit}>
      <h3>{t('follow.title')}</h3>
      <label htmlFor={id}>{t('follow.code')}</label>
      <div className={styles['row']}>
        <input
          id={id}
          name="code"
          className={styles['field']}
          maxLength={12}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-problem`}
        />
        <Button type="submit">{t('follow.go')}</Button>
      </div>
      <p id={`${id}-problem`} role="alert" className={styles['note']}>
        {isInvalid && t('follow.invalid')}
      </p>
    </form>
  );
}

function LedGroup({ code, endsAt, followers, isPaused, isUnreachable, questionsSince, leading }: Led & Pick<GroupPartsProps, 'leading'>) {
  const { session, clock } = useHost();
  const { t, language } = useTexts<TextKey>('group');
  const museumId = useStore(session.store, (current) => current.museumId);
  const address = formatVisitAddress({ path: arrivalPath, wantsPremium: false, museumId, groupCode: code });
  const id = useId();
  return (
    <div className={styles['led']}>
      <SquareCode
        text={location.origin + address}
        name={t('led.square')}
        above={
          <>
            <p className={styles['note']}>{t('led.code')}</p>
            <p className={styles['letters']}>{formatGroupCode(code)}</p>
          </>
        }
      >
        <p>{t('led.scan', { site: location.host })}</p>
        <p>{t('led.ends', { time: formatEnd(endsAt, language, clock.now()) })}</p>
      </SquareCode>
      <div className={styles['part']}>
        <p role="status" className={styles['followers']}>
          <span>{isUnreachable ? t('led.unreachable') : t('led.followers', { count: followers })}</span>
          {isPaused && <span>{t('led.paused')}</span>}
        </p>
        <div>
          <label className={common['check']}>
            <input
              type="checkbox"
              checked={questionsSince !== undefined}
              aria-describedby={id}
              onChange={({ target }) => leading.shareQuestions(target.checked)}
            />
            <span>{t('led.questions')}</span>
          </label>
          <p id={id} className={styles['note']}>
            {t('led.questionsHint')}
          </p>
        </div>
        <div className={styles['buttons']}>
          <Button icon={isPaused ? 'play' : 'pause'} iconSide="start" onClick={() => leading.pause(!isPaused)}>
            {t(isPaused ? 'led.resume' : 'led.pause')}
          </Button>
          <Button icon="stop" iconSide="start" onClick={() => void leading.end()}>
            {t('led.end')}
          </Button>
        </div>
      </div>
    </div>
  );
}
