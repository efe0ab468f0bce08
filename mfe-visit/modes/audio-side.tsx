import { ConnectView } from '../connect/connect-view.tsx';
import { Introduction } from '../introduction/introduction.tsx';
import { type AudioSideProps, TalkSide } from './voice-mode.tsx';

/** The visit by ear: the recording in its hours, the way to the call, or the call. */
export function AudioSide({ visit, props, strip, onUseText }: AudioSideProps) {
  const { t, voice, introduction, guideName } = visit;
  if (introduction.isShown) {
    return (
      <Introduction
        playing={introduction.playing}
        lines={introduction.lines}
        currentLine={introduction.currentLine}
        guideName={guideName}
        t={t}
        onToggle={introduction.toggle}
        onTalk={introduction.leave}
        onUseText={onUseText}
      />
    );
  }
  if (!voice.connectView) return <TalkSide visit={visit} props={props} strip={strip} onUseText={onUseText} />;
  return (
    <ConnectView
      // Looking comes and goes in a moment: what it finds is the first view there is.
      key={voice.connectView.kind === 'checking' ? 'checking' : 'found'}
      view={voice.connectView}
      guideName={guideName}
      site={window.location.hostname}
      t={t}
      onAllow={() => voice.begin()}
      onRetry={() => voice.beginAgain()}
      onKeepWaiting={voice.keepWaiting}
      onTakeOver={voice.takeOver}
      onUseText={onUseText}
      onCopyLink={copyLink}
    />
  );
}

/** False without HTTPS, and where the browser does not let it. */
async function copyLink(): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(window.location.href);
    return true;
  } catch {
    return false;
  }
}
