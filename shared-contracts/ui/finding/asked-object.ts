import { useEffect, useEffectEvent } from 'react';
import type { Conversation } from '../../conversation/conversation.ts';
import { safeStorage } from '../../kit/storage.ts';
import { useStore } from '../../kit/use-store.ts';
import type { Museum } from '../../museum/museum.ts';
import type { MuseumProfile } from '../../museum/profile.ts';
import { askedObjectKey } from '../../visit/stored-names.ts';

const storage = safeStorage(() => window.sessionStorage);

interface AskedObject {
  museumId: string;
  number: number;
}

/** Stores the number for this tab until the guide is ready. */
export const storeAskedObject = (asked: AskedObject): void => storage.writeJson(askedObjectKey, asked);

function takeAskedObject(museumId: string): number | undefined {
  const { museumId: of, number }: Partial<Record<keyof AskedObject, unknown>> = Object(storage.readJson(askedObjectKey));
  if (of !== museumId) return undefined;
  storage.writeJson(askedObjectKey, null);
  return typeof number === 'number' ? number : undefined;
}

interface AskedObjectOptions {
  museum: Pick<Museum, '_id'>;
  profile: Pick<MuseumProfile, 'objects'>;
  conversation: Conversation;
  onAsk(number: number): void;
}

export function useAskedObject({ museum, profile, conversation, onAsk }: AskedObjectOptions): void {
  const isReady = useStore(conversation.store, ({ phase }) => phase === 'ready');
  const ask = useEffectEvent(() => {
    const number = profile.objects?.length ? takeAskedObject(museum._id) : undefined;
    if (number !== undefined) onAsk(number);
  });
  useEffect(() => {
    if (isReady) ask();
  }, [isReady]);
}
