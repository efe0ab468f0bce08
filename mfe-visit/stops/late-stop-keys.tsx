import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import type { ScreenProps } from '@enfilade/shared-contracts/remote/screen-props';
import { useEffect } from 'react';
import type { Visit } from '../modes/use-visit.ts';
import type { StopKeysProps } from './stop-keys.tsx';
import { pickStopMedia } from './stop-media.ts';

/** A chunk of its own: few stops have anything in it. */
const keysCode = createLazy(() => import(/* webpackChunkName: "speech" */ './stop-keys.tsx'));

interface LateStopKeysProps extends Omit<StopKeysProps, 'media'> {
  visit: StopKeysProps['visit'] & Pick<Visit, 'language' | 'talk' | 'location'>;
  props: StopKeysProps['props'] & Pick<ScreenProps, 'profile' | 'exhibition'>;
}

/** What the stop has for visitors who see or hear little; without its code the visit goes on as without it. */
export function LateStopKeys({ visit, props }: LateStopKeysProps) {
  const { language, talk, location } = visit;
  const media = pickStopMedia({
    profile: props.profile,
    exhibitionId: props.exhibition?._id,
    room: location.room?.number,
    question: talk.entries.findLast(({ speaker }) => speaker === 'visitor')?.text,
    language,
  });
  const isOffered = media.audioDescription !== undefined || media.signLanguage !== undefined;
  const code = useStore(keysCode, (loaded) => loaded);
  useEffect(() => {
    if (isOffered) keysCode.load().catch(() => undefined);
  }, [isOffered]);
  // Once it is there it stays: what was opened may be of the stop before.
  return code && <code.StopKeys visit={visit} props={props} media={media} />;
}
