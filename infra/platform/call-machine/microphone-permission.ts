/**
 * Tells a permission that was taken away from a device that went. Only Chromium keeps `granted` for a visit; where a
 * browser says `prompt` while the microphone is open, only `denied` tells anything.
 */
export class MicrophonePermission {
  private readonly permissions: Pick<Permissions, 'query'> | undefined;
  private wasGranted: boolean = false;

  constructor(permissions: Pick<Permissions, 'query'> | undefined) {
    this.permissions = permissions;
  }

  /** While a microphone is open. */
  async note(): Promise<void> {
    this.wasGranted = (await this.read()) === 'granted';
  }

  async isTaken(): Promise<boolean> {
    const state = await this.read();
    return state === 'denied' || (state === 'prompt' && this.wasGranted);
  }

  private async read(): Promise<PermissionState | undefined> {
    try {
      return (await this.permissions?.query({ name: 'microphone' }))?.state;
    } catch {
      // Firefox knew no such permission for years.
      return undefined;
    }
  }
}
