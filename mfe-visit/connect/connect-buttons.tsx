import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { useState } from 'react';
import type { ConnectState } from './connect-state.ts';

interface CopyLinkProps {
  t: Translate;
  onCopyLink(): Promise<boolean>;
}

/** For another browser. What became of it is said in the button itself: nothing moves. */
function CopyLink({ t, onCopyLink }: CopyLinkProps) {
  const [word, setWord] = useState<'copyLink' | 'copied' | 'notCopied'>('copyLink');
  const copy = () => void onCopyLink().then((isCopied) => setWord(isCopied ? 'copied' : 'notCopied'));
  return (
    <Button kind="main" wide icon={word === 'copied' ? 'check' : 'copy'} iconSide="start" onClick={copy}>
      <span role="status">{t(`connect.${word}`)}</span>
    </Button>
  );
}

export interface ConnectActions {
  /** Asks for the microphone where one is needed, and calls. Also "Request again". */
  onAllow(): void;
  /** Starts again; nothing said is lost. */
  onRetry(): void;
  /** Starts again with more patience. */
  onKeepWaiting(): void;
  onUseText(): void;
  onTakeOver(): void;
  /** False when the browser did not let it. */
  onCopyLink(): Promise<boolean>;
}

interface Remedy {
  word: string;
  act: 'onAllow' | 'onRetry' | 'onTakeOver';
  icon?: IconName;
}

const again: Remedy = { word: 'again', act: 'onAllow' };
const retry: Remedy = { word: 'retry', act: 'onRetry', icon: 'retry' };
const remedies: Partial<Record<ConnectState['kind'], Remedy>> = {
  denied: again,
  dismissed: again,
  missing: again,
  busy: again,
  lost: again,
  timeout: retry,
  error: retry,
  'other-tab': { word: 'takeOver', act: 'onTakeOver' },
  ended: { word: 'callAgain', act: 'onRetry' },
};

function pickRemedy(view: ConnectState): Remedy | undefined {
  if (view.kind !== 'permission') return remedies[view.kind];
  if (view.hearing === 'none') return { word: 'listen', act: 'onAllow' };
  return { word: view.asks ? 'allow' : 'talk', act: 'onAllow' };
}

interface ConnectButtonsProps extends ConnectActions {
  view: ConnectState;
  guideName: string;
  t: Translate;
}

/** What to do next. The way to typing is always the last, in one place. */
export function ConnectButtons({ view, guideName, t, ...actions }: ConnectButtonsProps) {
  const remedy = pickRemedy(view);
  return (
    <>
      {remedy && (
        <Button kind="main" wide onClick={actions[remedy.act]} {...(remedy.icon && { icon: remedy.icon, iconSide: 'start' })}>
          {t(`connect.${remedy.word}`, { guide: guideName })}
        </Button>
      )}
      {view.kind === 'unsupported' && <CopyLink t={t} onCopyLink={actions.onCopyLink} />}
      {view.kind === 'timeout' && (
        <Button wide onClick={actions.onKeepWaiting}>
          {t('connect.keepWaiting')}
        </Button>
      )}
      <Button wide icon="text-lines" iconSide="start" onClick={actions.onUseText}>
        {t('connect.useText')}
      </Button>
    </>
  );
}
