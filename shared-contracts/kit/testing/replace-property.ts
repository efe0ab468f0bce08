import { onTestFinished } from '@rstest/core';

export function replaceProperty(owner: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, value });
  onTestFinished(() => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  });
}

/** The browser can then record, and the permission prompt stays open. */
export function replaceMicrophone(): void {
  replaceProperty(navigator, 'mediaDevices', { getUserMedia: () => new Promise(() => undefined) });
  replaceProperty(window, 'isSecureContext', true);
  for (const part of ['AudioContext', 'MediaRecorder', 'OfflineAudioContext']) replaceProperty(window, part, class {});
}
