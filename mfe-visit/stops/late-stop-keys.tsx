import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { MuseumProfile } from '@enfilade/shared-contracts/museum/profile';
import { useEffect } from 'react';
import type { StopKeysProps } from './stop-keys.tsx';

/** A chunk of its own: few museums have anything in it. */
const keysCode = createLazy(() => import(/* webpackChunkName: "stop" */ './stop-keys.tsx'));

const hasStopMedia = ({ rooms, exhibitions, objects = [] }: MuseumProfile): boolean =>
  [...rooms, ...Object.values(exhibitions), ...objects].some((stop) => stop.audioDescription || stop.signLanguage);

/** What the stop has for visitors who see or hear little; without its code the visit goes on as without it. */
export function LateStopKeys(props: StopKeysProps) {
  const isOffered = hasStopMedia(props.props.profile);
  const code = useStore(keysCode, (loaded) => loaded);
  useEffect(() => {
    if (isOffered) keysCode.load().catch(() => undefined);
  }, [isOffered]);
  return isOffered && code && <code.StopKeys {...props} />;
}
