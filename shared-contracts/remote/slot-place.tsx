import { useEffect, useRef } from 'react';
import type { OpenedSlot, OpenSlot, SlotFacts } from './slot.ts';

interface SlotPlaceProps<Facts extends SlotFacts> {
  /** From `ScreenProps`; hosts before contract 1.8 have none, and the slot stays empty. */
  openSlot: OpenSlot | undefined;
  /** Name in the screen's declaration. */
  name: string;
  facts: Facts;
  className?: string | undefined;
}

/** A place that another remote may fill. It is hidden as long as nothing is in it. */
export function SlotPlace<Facts extends SlotFacts>({ openSlot, name, facts, className }: SlotPlaceProps<Facts>) {
  const element = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenedSlot<Facts>>(undefined);
  useEffect(() => opened.current?.update(facts));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of later facts it is told above
  useEffect(() => {
    if (element.current) opened.current = openSlot?.(name, element.current, facts);
    return () => opened.current?.close();
  }, [openSlot, name]);
  return <div ref={element} className={className} hidden />;
}
