import { useState } from 'react';
import { createLazy, type Lazy } from '../../kit/create-lazy.ts';
import { useLazy } from '../../kit/use-store.ts';

/** A chunk of its own, because most visitors open no dialog. */
export const findDialog = createLazy(() => import(/* webpackChunkName: "finding" */ './find-dialog.tsx'));
export const passageDialog = createLazy(() => import(/* webpackChunkName: "finding" */ './passage-dialog.tsx'));
export const pictureDialog = createLazy(() => import(/* webpackChunkName: "finding" */ './picture-dialog.tsx'));

export function useLate<Code extends object>(lazy: Lazy<Code>) {
  // failed: the code did not load; the next press tries again.
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  const isOpen = state === 'open';
  const loaded = useLazy(lazy, isOpen, () => setState('failed'));
  return {
    code: isOpen ? loaded : undefined,
    isLoading: isOpen && !loaded,
    hasFailed: state === 'failed',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
}
