import { describe, expect, it } from '@rstest/core';
import { recall, remember, type StorageOwner } from './tab-memory.ts';

function createTab(): StorageOwner {
  const held = new Map<string, string>();
  return { sessionStorage: { getItem: (key) => held.get(key) ?? null, setItem: (key, value) => void held.set(key, value) } };
}

const blocked: StorageOwner = {
  get sessionStorage(): never {
    throw new DOMException('blocked', 'SecurityError');
  },
};

describe('what a tab keeps', () => {
  it('is there again under its key', () => {
    const tab = createTab();
    remember(tab, 'draft', { text: 'Why is it dark?' });
    expect(recall(tab, 'draft')).toEqual({ text: 'Why is it dark?' });
    expect(recall(tab, 'ratings')).toBeUndefined();
  });

  it.each([['{"text":'], ['x'.repeat(100_001)], ['']])('is nothing when it cannot be read', (text) => {
    const tab = createTab();
    tab.sessionStorage.setItem('draft', text);
    expect(recall(tab, 'draft')).toBeUndefined();
  });

  it('is nothing, and no error, where storage is blocked', () => {
    remember(blocked, 'draft', 'text');
    expect(recall(blocked, 'draft')).toBeUndefined();
  });
});
