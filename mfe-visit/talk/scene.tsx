import type { ConversationState } from '@enfilade/shared-contracts/conversation/conversation';
import { QuietButton } from '@enfilade/shared-contracts/ui/button';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Visit } from '../modes/use-visit.ts';
import musicStyles from '../music/music-button.module.css';
import type { Translate } from '../texts/texts.ts';
import sceneStyles from './scene.module.css';

interface MusicButtonProps {
  isOn: boolean;
  /** The music could not be had: said in the place of on and off. */
  hasFailed: boolean;
  t: Translate;
  /** Keep the wish where the visit's other wishes are kept. */
  onChange(isOn: boolean): void;
}

/** Switches the background music; always there, because it may disturb at any time. */
export function MusicButton({ isOn, hasFailed, t, onChange }: MusicButtonProps) {
  const word = isOn ? 'music.on' : 'music.off';
  return (
    <QuietButton className={musicStyles['music']} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      <svg className={isOn ? musicStyles['note'] : musicStyles['silent']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M9 17.5V5.5l10-2v12M4 17.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0ZM14 15.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0Z" />
        {!isOn && <path d="M3.5 3.5l17 17" />}
      </svg>
      <span className={musicStyles['label']}>{t('music.label')}</span>
      <span className={musicStyles['state']} role={hasFailed ? 'status' : undefined}>
        {t(isOn && hasFailed ? 'music.failed' : word)}
      </span>
    </QuietButton>
  );
}

interface SceneProps {
  sceneUrl: string;
  /** Of the guide, where the call has one. */
  video: MediaStream | undefined;
  /** In exploration the animation is less prominent. */
  isDark: boolean;
  /** A button at the edge of the scene. */
  corner: ReactNode;
}

/** A picture of the exhibition. */
function Scene({ sceneUrl, video, isDark, corner }: SceneProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className={`${sceneStyles['frame']} ${isDark ? sceneStyles['dark'] : ''}`}>
      {sceneUrl !== brokenUrl && (
        <img className={sceneStyles['scene']} src={sceneUrl} alt="" decoding="async" onError={() => setBrokenUrl(sceneUrl)} />
      )}
      {video && <GuideVideo stream={video} />}
      {corner && <div className={sceneStyles['corner']}>{corner}</div>}
    </div>
  );
}

/** Without sound: the call itself plays the guide's voice. */
function GuideVideo({ stream }: { stream: MediaStream }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video className={sceneStyles['scene']} ref={video} autoPlay muted playsInline aria-hidden="true" tabIndex={-1} />;
}

interface CallSceneProps {
  visit: Visit;
  state: ConversationState;
}

/** The picture behind a call, with the switch of its music. */
export function CallScene({ visit: { t, config, sceneUrl, sound }, state }: CallSceneProps) {
  const { music } = sound;
  return (
    <Scene
      sceneUrl={sceneUrl}
      video={state.voice?.video}
      isDark={config.visitMode === 'exploration'}
      corner={music && <MusicButton {...music} t={t} />}
    />
  );
}
