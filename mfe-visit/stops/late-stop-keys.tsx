import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useLazy } from '@enfilade/shared-contracts/kit/use-store';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import type { Visit } from '../modes/use-visit.ts';
import type { StopKeysProps } from './stop-keys.tsx';
import { pickStopMedia } from './stop-media.ts';

/** A chunk of its own: few stops have anything in it. */
const keysCode = createLazy(() => import(/* webpackChunkName: "speech" */ './stop-keys.tsx'));

/** The stop's media for visitors who see or hear little. */
export function LateStopKeys({ visit }: { visit: StopKeysProps['visit'] & Pick<Visit, 'talk' | 'location'> }) {
  const { profile, exhibition, language } = useScreen();
  const { talk, location } = visit;
  const media = pickStopMedia({
    ...{ profile, language },
    exhibitionId: exhibition?._id,
    room: location.room?.number,
    question: talk.entries.findLast(({ speaker }) => speaker === 'visitor')?.text,
  });
  const code = useLazy(keysCode, media.audioDescription !== undefined || media.signLanguage !== undefined);
  // Once it is there it stays: what was opened may be of the stop before.
  return code && <code.StopKeys visit={visit} media={media} />;
}
