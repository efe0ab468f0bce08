import type { Destination, ScreenLink } from '@enfilade/shared-contracts/remote/screen-props';
import { arrivalPath } from '@enfilade/shared-contracts/visit/arrival';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { LatePage } from '../arrival/arrival-views.tsx';
import type { ScreenContent } from '../arrival/resolve.ts';
import type { VisitPart } from '../arrival/visit-part.ts';
import { useHost } from '../screens/host-services.ts';
import { createOpenSlot } from '../slots/open-slot.ts';
import { createPart } from '../texts/late-part.ts';

interface EndRouteProps {
  /** Undefined once the deletion of the visit starts, because then no visit owns the part. */
  part: VisitPart | undefined;
  content: ScreenContent;
  links: readonly ScreenLink[];
  go(to: Destination): void;
  addressOf(path: typeof arrivalPath): string;
  onForget(): void;
}

/** Few visitors end a visit or continue a visit from another device, so the pages have their own chunk. */
const pages = createPart('end', () => import(/* webpackChunkName: "end" */ './end-page.tsx'));

export function EndRoute({ part, content, links, go, addressOf, onForget }: EndRouteProps) {
  const services = useHost();
  const navigate = useNavigate();
  const openSlot = useMemo(() => createOpenSlot('end', services, go), [services, go]);
  const leave = () => void navigate({ search: location.search, hash: '' }, { replace: true });
  const { museum } = content;
  return (
    <LatePage part={pages} museum={museum}>
      {({ EndPage, ForgottenPage, CarriedPage }) => {
        if (!part) return <ForgottenPage museum={museum} />;
        if (part.kind === 'end') {
          const shown = links.filter(({ place }) => place === 'end-card');
          return <EndPage {...{ content, go, openSlot, onForget }} links={shown} onBack={leave} />;
        }
        const carryOn = () => location.replace(addressOf(arrivalPath));
        return <CarriedPage key={part.seal} content={content} seal={part.seal} onCarriedOn={carryOn} onSkip={leave} />;
      }}
    </LatePage>
  );
}
