/** @param {number[]} values @param {number} share */
export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
/** @param {string} name @param {string} measured @param {string} limit @param {boolean} holds */
export function figure(name, measured, limit, holds) {
  console.log(`${holds ? 'holds' : 'MISSED'}  ${name}: ${measured} (at most ${limit})`);
  if (!holds) process.exitCode = 1;
}
