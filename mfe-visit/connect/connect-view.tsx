import type { Translate } from '@enfilade/shared-contracts/i18n/use-translation';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import type { ConnectView as View } from './connect-state.ts';
import { AskedFigure } from './asked-figure.tsx';
import { type ConnectActions, ConnectButtons } from './connect-buttons.tsx';
import styles from './connect-view.module.css';
import { explanationOf, isError, pointsOf, signOf, titleOf } from './connect-texts.ts';
import { StageList } from './stage-list.tsx';
import { StepList } from './step-list.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

interface ConnectViewProps extends ConnectActions {
  view: View;
  guideName: string;
  /** The page's host name, as the browser's question will show it. */
  site: string;
  t: Translate;
}

/** Everything that can stand between a visitor and the guide's voice, a screen each; typing is one tap away on all. */
export function ConnectView({ view, guideName, site, t, ...actions }: ConnectViewProps) {
  const heading = useHeadingFocus(view.kind);
  const explanation = explanationOf(view, guideName, t);
  const points = pointsOf(view, guideName, t);
  return (
    <div className={styles['connect']} data-view={view.kind}>
      <div className={styles['page']}>
        {view.kind === 'permission' && view.asks ? <AskedFigure site={site} t={t} /> : <Sign view={view} />}
        <div className={styles['words']} role={roleOf(view)}>
          <h1 ref={heading} tabIndex={-1}>
            {titleOf(view, guideName, t)}
          </h1>
          {explanation && <p>{explanation}</p>}
        </div>
        {points.length > 0 && (
          <ul className={styles['points']}>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
        {view.kind === 'denied' && <StepList browser={view.browser} t={t} />}
        {view.kind === 'stages' && <StageList view={view} guideName={guideName} t={t} />}
      </div>
      <div className={styles['foot']}>
        <ConnectButtons view={view} guideName={guideName} t={t} {...actions} />
      </div>
    </div>
  );
}

function Sign({ view }: { view: View }) {
  return (
    <div className={styles['sign']}>
      <GuideAvatar state={signOf(view)} size="100%" />
    </div>
  );
}

function roleOf(view: View) {
  if (isError(view)) return 'alert';
  return view.kind === 'queued' ? 'status' : undefined;
}
