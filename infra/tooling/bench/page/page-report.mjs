import { quantile, tell } from '../figure.mjs';

const composed = 'composed';
/** Of what is printed, what is stored as a ratio. */
const compared = /\|(round trips|bytes|usable ms|first paint ms|main thread ms)$/;

/**
 * Prints what each site needs, and how many times as much as the other sites the composed site needs.
 * @param {ReadonlyMap<string, number[]>} samples `site|screen|figure` → a value of each run, or one value
 */
export function reportSites(samples) {
  const sites = [...new Set([...samples.keys()].map((key) => key.slice(0, key.indexOf('|'))))];
  const names = [...new Set([...samples.keys()].map((key) => key.slice(key.indexOf('|') + 1)))].sort((one, other) =>
    one.localeCompare(other),
  );
  const of = (/** @type {string} */ site, /** @type {string} */ name) => samples.get(`${site}|${name}`) ?? [];
  const rows = names.map((name) => {
    const medians = sites.map((site) => [site, Number(quantile(of(site, name), 0.5).toPrecision(4))]);
    return [name.replace('|', ', '), Object.fromEntries(medians)];
  });
  console.table(Object.fromEntries(rows));
  for (const name of names.filter((one) => compared.test(one)))
    for (const other of sites.filter((site) => site !== composed)) {
      // Runs that followed each other.
      const ratios = of(composed, name).map((value, run) => value / (of(other, name)[run] ?? Number.NaN));
      const [low, ratio, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(2));
      tell(`${name.replace('|', ', ')}, ${composed} / ${other}`, `${ratio} (quartiles ${low} and ${high})`, ratios);
    }
}
