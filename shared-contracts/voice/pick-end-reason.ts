/** Why the guide's side ended the call, if this message says that it did. */
export function pickEndReason(message: unknown): string | undefined {
  const { type, status, endedReason } = (message ?? {}) as Record<string, unknown>;
  if (type !== 'status-update' || status !== 'ended') return undefined;
  return typeof endedReason === 'string' ? endedReason : 'ended';
}
