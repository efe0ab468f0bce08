/** @param {number[]} values @param {number} share */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
/** @param {string} name @param {string} measured @param {string | { atLeast: string }} limit the most there may be, or the least @param {boolean} holds */
export function figure(name, measured, limit, holds) {
  const asked = typeof limit === 'string' ? `at most ${limit}` : `at least ${limit.atLeast}`;
  console.log(`${holds ? 'holds' : 'MISSED'}  ${name}: ${measured} (${asked})`);
  if (!holds) process.exitCode = 1;
}
