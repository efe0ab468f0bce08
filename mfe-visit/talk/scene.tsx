import type { Elements } from '@enfilade/shared-contracts/ui/elements';
import { useEffect, useRef, useState } from 'react';
import styles from './scene.module.css';

interface SceneProps {
  sceneUrl: string;
  video: MediaStream | undefined;
  /** The picture is darker in exploration. */
  isDark: boolean;
  corner: Elements;
}

export function Scene({ sceneUrl, video, isDark, corner }: SceneProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className={`${styles['frame']} ${isDark ? styles['dark'] : ''}`}>
      {sceneUrl !== brokenUrl && (
        <img className={styles['scene']} src={sceneUrl} alt="" decoding="async" onError={() => setBrokenUrl(sceneUrl)} />
      )}
      {video && <GuideVideo stream={video} />}
      {corner && <div className={styles['corner']}>{corner}</div>}
    </div>
  );
}

/** The call itself plays the guide's voice. */
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
