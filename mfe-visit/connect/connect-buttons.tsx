import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { Button } from '@enfilade/shared-contracts/ui/button';
import type { IconName } from '@enfilade/shared-contracts/ui/glyphs';
import { useState } from 'react';
import type { ConnectState } from './connect-state.ts';

export interface ConnectActions {
  /** Asks for the microphone where one is needed, and calls. Also "Request again". */
  onAllow(): void;
  /** Starts again; the transcript is kept. */
  onRetry(): void;
  /** Starts again with more patience. */
  onKeepWaiting(): void;
  onUseText(): void;
  onTakeOver(): void;
  /** False when the browser did not allow it. */
  onCopyLink(): Promise<boolean>;
}

interface Action {
  label: string;
  callback: 'onAllow' | 'onRetry' | 'onTakeOver';
  icon?: IconName;
}

const again: Action = { label: 'again', callback: 'onAllow' };
const retry: Action = { label: 'retry', callback: 'onRetry', icon: 'retry' };
const actionOfKind: Partial<Record<ConnectState['kind'], Action>> = {
  denied: again,
  dismissed: again,
  missing: again,
  busy: again,
  lost: again,
  timeout: retry,
  error: retry,
  'other-tab': { label: 'takeOver', callback: 'onTakeOver' },
  ended: { label: 'callAgain', callback: 'onRetry' },
};

function pickAction(state: ConnectState): Action | undefined {
  if (state.kind !== 'permission') return actionOfKind[state.kind];
  if (state.hearing === 'none') return { label: 'listen', callback: 'onAllow' };
  return { label: state.asks ? 'allow' : 'talk', callback: 'onAllow' };
}

interface ConnectButtonsProps extends ConnectActions {
  state: ConnectState;
  guideName: string;
  t: Translate;
}

/** What the visitor can do. Typing is always the last, in the same place. */
export function ConnectButtons({ state, guideName, t, ...actions }: ConnectButtonsProps) {
  const main = pickAction(state);
  return (
    <>
      {main && (
        <Button kind="main" wide onClick={actions[main.callback]} {...(main.icon && { icon: main.icon, iconSide: 'start' })}>
          {t(`connect.${main.label}`, { guide: guideName })}
        </Button>
      )}
      {state.kind === 'unsupported' && <CopyLink t={t} onCopyLink={actions.onCopyLink} />}
      {state.kind === 'timeout' && (
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

interface CopyLinkProps {
  t: Translate;
  onCopyLink(): Promise<boolean>;
}

/** For another browser. The button itself says whether it was copied, so that nothing moves. */
function CopyLink({ t, onCopyLink }: CopyLinkProps) {
  const [label, setLabel] = useState<'copyLink' | 'copied' | 'notCopied'>('copyLink');
  const copy = () => void onCopyLink().then((isCopied) => setLabel(isCopied ? 'copied' : 'notCopied'));
  return (
    <Button kind="main" wide icon={label === 'copied' ? 'check' : 'copy'} iconSide="start" onClick={copy}>
      <span role="status">{t(`connect.${label}`)}</span>
    </Button>
  );
}
