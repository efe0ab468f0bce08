/**
 * What one build may weigh, far above any screen and far below what could hurt the site; what a screen may cost a visitor
 * is in shared-contracts/build/budgets.mjs. All in bytes unless said otherwise.
 */
export const buildLimits = {
  /** Compressed upload. */
  archive: 20_000_000,
  /** The same, unpacked, source maps included. */
  unpacked: 64_000_000,
  /** Files and folders, source maps included. */
  entries: 1_000,
  /** What visitors can be served: files, each, and together. */
  files: 300,
  file: 4_000_000,
  total: 24_000_000,
  /** Scripts and styles of the first view, number; the release set has room for no more. */
  initial: 16,
} as const;
