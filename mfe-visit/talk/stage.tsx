import type { Levels } from '@enfilade/shared-contracts/conversation/conversation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './stage.module.css';
import type { Sign } from './talk-view.ts';

interface StageProps {
  sceneUrl: string;
  sign: Sign;
  levels: ReadableStore<Levels>;
  /** The guide's picture, where the call has one. */
  video: MediaStream | undefined;
  /** Walking about by oneself: the animation steps back. */
  isDark: boolean;
  /** A quiet key at the edge of the scene. */
  corner: ReactNode;
  /** Lies over the scene for a while. */
  children: ReactNode;
}

/** The room of the exhibition, and before it the guide's sign on its own disc. */
export function Stage({ sceneUrl, sign, levels, video, isDark, corner, children }: StageProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className={`${styles['stage']} ${isDark ? styles['dark'] : ''}`}>
      {sceneUrl !== brokenUrl && (
        <img className={styles['scene']} src={sceneUrl} alt="" decoding="async" onError={() => setBrokenUrl(sceneUrl)} />
      )}
      {video && <GuideVideo stream={video} />}
      <div className={`${styles['medallion']} ${sign === 'listening' ? styles['listening'] : ''}`}>
        <GuideAvatar state={sign} size="86cqmin" levels={levels} />
      </div>
      {corner && <div className={styles['corner']}>{corner}</div>}
      {children}
    </div>
  );
}

/** Without sound: the guide is heard through the call itself. */
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
  return <video className={styles['scene']} ref={video} autoPlay muted playsInline aria-hidden="true" tabIndex={-1} />;
}
