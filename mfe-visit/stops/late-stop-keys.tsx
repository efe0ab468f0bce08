import { createLazy } from '@enfilade/shared-contracts/kit/create-lazy';
import { useLazy } from '@enfilade/shared-contracts/kit/use-store';
import { useScreen } from '@enfilade/shared-contracts/ui/screen-context';
import type { Visit } from '../modes/use-visit.ts';
import type { StopKeysProps } from './stop-keys.tsx';
import { pickStopMedia } from './stop-media.ts';

const keysCode = createLazy(() => import(/* webpackChunkName: "speech" */ './stop-keys.tsx'));

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
  // An open dialog may belong to the previous stop, so the buttons stay once loaded.
  return code && <code.StopKeys visit={visit} media={media} />;
}
