import { operatorPath } from '@enfilade/shared-contracts/releases/contract';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import { formatPlace, type Place } from '../model/place.ts';

interface PlaceLinkProps extends ComponentPropsWithoutRef<'a'> {
  to: Place;
  go(place: Place): void;
}

/** A link within the console: a real address, taken without loading the page anew. */
export function PlaceLink({ to, go, children, ...native }: PlaceLinkProps) {
  const follow = (event: MouseEvent) => {
    // Whoever asks for a tab of its own gets one.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...native} href={`${operatorPath}${formatPlace(to)}`} onClick={follow}>
      {children}
    </a>
  );
}
