import { type CSSProperties, type RefObject, useEffect, useRef } from 'react';
import type { Levels } from '../conversation/conversation.ts';
import { isMotionReduced } from '../kit/reduced-motion.ts';
import type { ReadableStore } from '../kit/store.ts';
import styles from './styles/guide-avatar.module.css';

export const guideAvatarStates = ['idle', 'listening', 'thinking', 'speaking', 'muted', 'reconnecting'] as const;
export type GuideAvatarState = (typeof guideAvatarStates)[number];

/** The recorder has as many bars. */
export const petalCount = 40;

export const ringRadius = (state: GuideAvatarState): number => (state === 'speaking' ? 90 : 95);

const turn = (degrees: number) => (degrees * Math.PI) / 180;
const isShort = (petal: number) => petal % 2 === 1;

const atRest = (petal: number) => (isShort(petal) ? 0.74 : 0.95);
const lengths: Record<GuideAvatarState, (petal: number) => number> = {
  idle: atRest,
  thinking: atRest,
  muted: atRest,
  listening: (petal) => 0.5 + 0.56 * Math.abs(Math.sin(turn(petal * 47)) * Math.cos(turn(petal * 11))),
  speaking: (petal) => 0.8 + 0.24 * Math.sin(turn(petal * 72)),
  reconnecting: (petal) => (isShort(petal) ? 0.2 : 0.3),
};

/** Computed in the script because older phones' CSS lacks abs(). */
export function petalLength(state: GuideAvatarState, petal: number): number {
  return Math.round(lengths[state](petal) * 1000) / 1000;
}

/** Number of past levels between the top petal and the bottom petal. */
export const echoCount = 11;

export const voiceOf: Partial<Record<GuideAvatarState, 'visitor' | 'guide'>> = { listening: 'visitor', speaking: 'guide' };

/** A level starts at the top petal and moves down both sides. */
function echoAt(echoes: readonly number[], petal: number): number {
  const distance = Math.min(petal, petalCount - petal);
  const level = echoes[Math.floor(distance / 2)] ?? 0;
  return Math.min(1, Math.max(0, level));
}

const spoken: Record<'visitor' | 'guide', (petal: number, echo: number) => number> = {
  // The ear hears half the level as only slightly softer.
  visitor: (petal, echo) => (isShort(petal) ? 0.56 : 0.7) + 0.36 * Math.sqrt(echo),
  guide: (petal, echo) => 0.72 + 0.1 * Math.sin(turn(petal * 72)) + 0.2 * echo,
};

/** `echoes` are the last levels from 0 to 1, newest first. */
export function livePetalLength(voice: 'visitor' | 'guide', petal: number, echoes: readonly number[]): number {
  return Math.round(spoken[voice](petal, echoAt(echoes, petal)) * 1000) / 1000;
}

interface GuideAvatarProps {
  state: GuideAvatarState;
  /** Any CSS length [12rem]. */
  size?: string;
  levels?: ReadableStore<Levels> | undefined;
}

const petals = Array.from({ length: petalCount }, (_, petal) => petal);

/** Decorative: a text below names the state. */
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

/** Bypasses React, which would compare forty petals ten times a second. */
function useLivePetals(ring: RefObject<SVGGElement | null>, state: GuideAvatarState, levels: ReadableStore<Levels> | undefined) {
  useEffect(() => {
    const drawn = ring.current?.querySelectorAll('path');
    if (!levels || !drawn) return;
    const draw = (lengthOf: (petal: number) => number) => {
      for (const [petal, path] of drawn.entries()) path.style.setProperty('--v', String(lengthOf(petal)));
    };
    // React does not reset a length that a voice has changed, if both states have the same length.
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
