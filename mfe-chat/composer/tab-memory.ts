/** Looking at a blocked storage already throws. */
export type StorageOwner = { readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'> };

/** Characters; a longer text is not ours. */
const longest = 100_000;

/** What this tab kept under `key`, unchecked; undefined when there is nothing that can be read. */
export function recall(owner: StorageOwner, key: string): unknown {
  try {
    const text = owner.sessionStorage.getItem(key);
    return text && text.length <= longest ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps `value` until the tab is closed; where storage is full or blocked it lives as long as the page. */
export function remember(owner: StorageOwner, key: string, value: unknown): void {
  try {
    owner.sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing a visitor could do about it.
  }
}
