import { describe, expect, it } from '@rstest/core';
import { blockedBy, readCameraError } from './camera-error.ts';

describe('why there is no microphone', () => {
  it.each([
    ['NotAllowedError', 'permissions', { byPermissions: true }],
    ['SecurityError', 'permissions', { byPermissions: true }],
    ['NotFoundError', 'not-found', { byDeviceMissing: true }],
    ['NotReadableError', 'mic-in-use', { byDeviceInUse: true }],
    ['AbortError', 'mic-in-use', { byDeviceInUse: true }],
    ['OverconstrainedError', 'constraints', { byDeviceMissing: true }],
    ['NotSupportedError', 'undefined-mediadevices', { byDeviceMissing: true }],
    ['TypeError', 'unknown', { byDeviceMissing: true }],
  ] as const)('%s is of the kind %s', (name, type, blocked) => {
    const error = readCameraError(new DOMException('words of the browser', name));
    expect(error).toMatchObject({ type, msg: 'words of the browser' });
    expect(blockedBy(error)).toEqual({ blocked });
  });

  it('tells the visitor from the system, where the browser does', () => {
    const blockers = ['Permission denied', 'Permission denied by system'].map((words) =>
      readCameraError(new DOMException(words, 'NotAllowedError')),
    );
    expect(blockers).toMatchObject([{ blockedBy: 'user' }, { blockedBy: 'browser' }]);
  });

  it('always has words, whatever was thrown', () => {
    expect([readCameraError('gone').msg, readCameraError(new DOMException('', 'NotFoundError')).msg]).toEqual(['gone', 'NotFoundError']);
  });
});
