/** Ctrl-C sends two signals: the terminal's and npm's. A second signal within this time is ignored. */
const echoMs = 1_000;

/** The first signal closes in order; a later signal exits at once. */
export function closeOnSignal(close: () => unknown): void {
  let closingSince: number | undefined;
  const end = () => {
    const now = performance.now();
    if (closingSince !== undefined && now - closingSince > echoMs) process.exit(1);
    if (closingSince !== undefined) return;
    closingSince = now;
    close();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
