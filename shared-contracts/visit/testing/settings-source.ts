import { createStore } from '../../kit/store.ts';
import { defaultSettings, type Settings } from '../settings.ts';

export function createSettingsSource(first: Partial<Settings> = {}) {
  const { set, ...store } = createStore({ settings: { ...defaultSettings, ...first } });
  return {
    store,
    change: (change: Partial<Settings>) => set({ settings: { ...store.getState().settings, ...change } }),
  };
}
