import { describe, expect, it } from '@rstest/core';
import { MicrophonePermission } from './microphone-permission.ts';

/** A browser that says these, one after the other. */
function permissionSaying(...states: PermissionState[]): MicrophonePermission {
  const query = () => Promise.resolve({ state: states.shift() } as PermissionStatus);
  return new MicrophonePermission({ query });
}

describe('the permission for the microphone', () => {
  it.each([
    ['granted', 'denied', true],
    ['granted', 'prompt', true],
    ['prompt', 'denied', true],
    // A browser that grants for one time only says prompt all the while.
    ['prompt', 'prompt', false],
    ['granted', 'granted', false],
  ] as const)('was %s and is %s: taken away %s', async (before, now, isTaken) => {
    const permission = permissionSaying(before, now);
    await permission.note();
    expect(await permission.isTaken()).toBe(isTaken);
  });

  it('is never taken away where the browser does not tell', async () => {
    const permission = new MicrophonePermission({ query: () => Promise.reject(new TypeError('no such permission')) });
    await permission.note();
    expect([await permission.isTaken(), await new MicrophonePermission(undefined).isTaken()]).toEqual([false, false]);
  });
});
