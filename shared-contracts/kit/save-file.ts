import type { Clock } from './clock.ts';

/** Some browsers read the file after the click, so its URL must stay valid. */
const readMs = 60_000;

export function saveFile(name: string, text: string, type: string, clock: Clock): void {
  const href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  Object.assign(document.createElement('a'), { href, download: name.replace(/[\\/:*?"<>|]/g, '-') }).click();
  clock.after(readMs, () => URL.revokeObjectURL(href));
}
