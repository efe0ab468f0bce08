import type { Clock } from '@enfilade/shared-contracts/kit/clock';
import { useStore } from '@enfilade/shared-contracts/kit/use-store';
import { useEffect, useState } from 'react';
import { createPreviews, type Previews } from './voices/sample-player.ts';
import type { Preview } from './voices/preview.ts';

/** The samples of the voices; silent once nobody looks at them any more. */
export function usePreviews(clock: Clock): { preview: Preview; toggle: Previews['toggle'] } {
  const [previews] = useState(() => createPreviews(clock));
  const preview = useStore(previews, (state) => state);
  useEffect(() => previews.stop, [previews]);
  return { preview, toggle: previews.toggle };
}
