import type { Levels } from '@enfilade/shared-contracts/conversation/conversation';
import type { ReadableStore } from '@enfilade/shared-contracts/kit/store';
import { GuideAvatar } from '@enfilade/shared-contracts/ui/guide-avatar';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './scene.module.css';
import type { AvatarState } from './talk-view.ts';

interface SceneProps {
  sceneUrl: string;
  avatar: AvatarState;
  levels: ReadableStore<Levels>;
  /** Of the guide, where the call has one. */
  video: MediaStream | undefined;
  /** In exploration the animation is less prominent. */
  isDark: boolean;
  /** A button at the edge of the scene. */
  corner: ReactNode;
  /** Over the scene. */
  children: ReactNode;
}

/** A picture of the exhibition with the guide's avatar on it. */
export function Scene({ sceneUrl, avatar, levels, video, isDark, corner, children }: SceneProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className={`${styles['frame']} ${isDark ? styles['dark'] : ''}`}>
      {sceneUrl !== brokenUrl && (
        <img className={styles['scene']} src={sceneUrl} alt="" decoding="async" onError={() => setBrokenUrl(sceneUrl)} />
      )}
      {video && <GuideVideo stream={video} />}
      <div className={`${styles['medallion']} ${avatar === 'listening' ? styles['listening'] : ''}`}>
        <GuideAvatar state={avatar} size="86cqmin" levels={levels} />
      </div>
      {corner && <div className={styles['corner']}>{corner}</div>}
      {children}
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
  return <video className={styles['scene']} ref={video} autoPlay muted playsInline aria-hidden="true" tabIndex={-1} />;
}
