import { useEffect, useRef } from 'react';
import type { OpenedSlot, OpenSlot, SlotFacts } from './slot.ts';

interface SlotPlaceProps<Facts extends SlotFacts> {
  /** Absent in hosts before contract 1.8. The slot then stays empty. */
  openSlot: OpenSlot | undefined;
  name: string;
  facts: Facts;
  className?: string | undefined;
}

/** Hidden while no remote fills the slot. */
export function SlotPlace<Facts extends SlotFacts>({ openSlot, name, facts, className }: SlotPlaceProps<Facts>) {
  const element = useRef<HTMLDivElement>(null);
  const opened = useRef<OpenedSlot<Facts>>(undefined);
  useEffect(() => opened.current?.update(facts));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect above passes later facts
  useEffect(() => {
    if (element.current) opened.current = openSlot?.(name, element.current, facts);
    return () => opened.current?.close();
  }, [openSlot, name]);
  return <div ref={element} className={className} hidden />;
}
