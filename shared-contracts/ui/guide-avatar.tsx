import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import type { Levels } from '../conversation/conversation.ts';
import { isMotionReduced } from '../kit/reduced-motion.ts';
import type { ReadableStore } from '../kit/store.ts';
import { echoCount, type GuideAvatarState, livePetalLength, petalCount, petalLength, ringRadius, voiceOf } from './petals.ts';
import styles from './styles/guide-avatar.module.css';

interface GuideAvatarProps {
  state: GuideAvatarState;
  /** Any CSS length; "100%" fills its place. */
  size?: string;
  /** Moves the petals while the visitor or the guide is heard. */
  levels?: ReadableStore<Levels> | undefined;
}

const petals = Array.from({ length: petalCount }, (_, petal) => petal);

/** The guide's sign, a rosette of petals. Decorative: the state is written below it. */
export function GuideAvatar({ state, size = '12rem', levels }: GuideAvatarProps) {
  const ring = useRef<SVGGElement>(null);
  useLivePetals(ring, state, levels);
  return (
    <svg
      className={`${styles['avatar']} ${styles[state]}`}
      style={{ '--size': size } as CSSProperties}
      viewBox="-100 -100 200 200"
      aria-hidden="true"
      focusable="false"
    >
      <circle className={styles['ring']} r={ringRadius(state)} pathLength="100" />
      <g className={styles['petals']} ref={ring}>
        {petals.map((petal) => (
          <path
            key={petal}
            style={{ '--i': petal, '--v': petalLength(state, petal) } as CSSProperties}
            d="M0 0C2.6-10 4.9-33 0-52-4.9-33-2.6-10 0 0Z"
          />
        ))}
      </g>
      <circle className={styles['eye']} r="31" />
      <circle className={styles['eye']} r="27" />
    </svg>
  );
}

/** Ten times a second: past React, which would compare forty petals each time. */
function useLivePetals(ring: RefObject<SVGGElement | null>, state: GuideAvatarState, levels: ReadableStore<Levels> | undefined) {
  useEffect(() => {
    const drawn = ring.current?.querySelectorAll('path');
    if (!levels || !drawn) return;
    const draw = (lengthOf: (petal: number) => number) => {
      for (const [petal, path] of drawn.entries()) path.style.setProperty('--v', String(lengthOf(petal)));
    };
    // React leaves a length alone that is the same in this state as before, wherever a voice has moved it.
    draw((petal) => petalLength(state, petal));
    const voice = voiceOf[state];
    if (!voice) return;
    let echoes: readonly number[] = [];
    return levels.subscribe((heard) => {
      if (isMotionReduced()) return;
      echoes = [heard[voice], ...echoes].slice(0, echoCount);
      draw((petal) => livePetalLength(voice, petal, echoes));
    });
  }, [ring, state, levels]);
}
