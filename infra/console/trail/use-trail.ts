import { useCallback, useEffect, useRef, useState } from 'react';
import { loadEarlier, loadNewest } from '../effects/load-trail.ts';
import type { TrailRecord } from '../model/shapes.ts';
import { tellFailure } from '../tell-failure.ts';
import type { Tools } from '../tools.ts';

export interface Trail {
  /** Newest first; undefined until they have come. */
  records: TrailRecord[] | undefined;
  /** Undefined at the beginning of the trail. */
  loadMore: (() => void) | undefined;
  isLoading: boolean;
  trouble: string | undefined;
  reload(): Promise<void>;
}

interface TrailPlace {
  /** A number that is known to stand in the trail, as new as possible. */
  near: number;
  /** Of one museum; of everything without. */
  museumId?: string;
}

const pageLength = 20;

/** Who did what, from the newest back as far as somebody wants to read. */
export function useTrail({ client, t }: Tools, { near, museumId }: TrailPlace): Trail {
  const [records, setRecords] = useState<TrailRecord[] | undefined>(undefined);
  const [before, setBefore] = useState<number | undefined>(undefined);
  const [isLoading, setLoading] = useState(false);
  const [trouble, setTrouble] = useState<string | undefined>(undefined);
  const round = useRef(0);
  const audit = useCallback((after: number) => client.loadAudit(after, museumId), [client, museumId]);

  async function take(load: () => Promise<{ records: TrailRecord[]; before: number | undefined }>): Promise<void> {
    round.current += 1;
    const mine = round.current;
    setLoading(true);
    try {
      const part = await load();
      if (mine !== round.current) return;
      setRecords(part.records);
      setBefore(part.before);
      setTrouble(undefined);
    } catch (error) {
      if (mine === round.current) setTrouble(tellFailure(t, error));
    } finally {
      if (mine === round.current) setLoading(false);
    }
  }

  const reload = () => take(() => loadNewest(audit, near, pageLength));
  // A set that is newer means that something happened here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    void reload();
    return () => {
      round.current += 1;
    };
  }, [audit, near]);

  const loadMore = async (from: number) => {
    const earlier = await loadEarlier(audit, from, pageLength);
    return { records: [...(records ?? []), ...earlier.records], before: earlier.before };
  };
  return {
    records,
    isLoading,
    trouble,
    reload,
    loadMore: before === undefined ? undefined : () => !isLoading && void take(() => loadMore(before)),
  };
}
