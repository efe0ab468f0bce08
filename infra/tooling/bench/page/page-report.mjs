import { quantile } from '../figure.mjs';

/** @typedef {{ figure: string, medians: Record<string, number>, ratios: Record<string, Quartiles> }} Row */
/** @typedef {[first: number, median: number, third: number]} Quartiles of the ratios of runs that followed each other */

const composed = 'composed';

/**
 * @param {ReadonlyMap<string, number[]>} samples `site|screen|figure` → a value a run, or one
 * @returns {Row[]} one for each `screen|figure`, with the composed site against every other
 */
export function compareSites(samples) {
  const sites = [...new Set([...samples.keys()].map((key) => key.slice(0, key.indexOf('|'))))];
  const figures = [...new Set([...samples.keys()].map((key) => key.slice(key.indexOf('|') + 1)))];
  return figures.sort().map((figure) => {
    const of = (/** @type {string} */ site) => samples.get(`${site}|${figure}`) ?? [];
    const ratiosTo = (/** @type {string} */ site) => of(composed).map((value, run) => value / (of(site)[run] ?? Number.NaN));
    const others = sites.filter((site) => site !== composed && of(site).length > 0);
    return {
      figure,
      medians: Object.fromEntries(sites.map((site) => [site, quantile(of(site), 0.5)])),
      ratios: Object.fromEntries(others.map((site) => [site, quartiles(ratiosTo(site))])),
    };
  });
}

/** @param {number[]} values @returns {Quartiles} */
const quartiles = (values) => [quantile(values, 0.25), quantile(values, 0.5), quantile(values, 0.75)];

const inWords = (/** @type {Quartiles} */ [first, median, third]) => `${median.toFixed(2)} (${first.toFixed(2)}–${third.toFixed(2)})`;

/** @param {readonly Row[]} rows */
export function printTable(rows) {
  const spent = rows.filter(({ medians }) => Object.values(medians).some((value) => value > 0));
  const table = spent.map(({ figure, medians, ratios }) => {
    const values = Object.entries(medians).map(([site, value]) => [site, Number(value.toPrecision(4))]);
    const compared = Object.entries(ratios).map(([site, ratio]) => [`${composed} / ${site}`, inWords(ratio)]);
    return [figure.replace('|', ', '), Object.fromEntries([...values, ...compared])];
  });
  console.table(Object.fromEntries(table));
}

const [rowHeight, left, width, most] = [22, 260, 420, 2.5];
const colours = ['#7a1f2b', '#8a5a12', '#3d5a6c'];
const at = (/** @type {number} */ ratio) => (left + (width * Math.min(Math.max(ratio, 0), most)) / most).toFixed(1);

/** Each ratio as a line from its first to its third quartile with the median as a dot. @param {readonly Row[]} rows */
export function drawRatios(rows) {
  const drawn = rows.filter(({ ratios }) => Object.values(ratios).some(([, median]) => Number.isFinite(median)));
  const sites = [...new Set(drawn.flatMap(({ ratios }) => Object.keys(ratios)))];
  const height = (drawn.length + 3) * rowHeight;
  const lines = drawn.flatMap(({ figure, ratios }, row) => {
    const y = (row + 2) * rowHeight;
    const marks = sites.map((site, index) => markOf(ratios[site], y - 8 + index * 4, colours[index] ?? '#000'));
    return [`<text x="${left - 12}" y="${y}" text-anchor="end">${figure.replace('|', ', ')}</text>`, ...marks];
  });
  const legend = sites.map((site, index) => `<text x="${left + index * 180}" y="14" fill="${colours[index]}">${composed} / ${site}</text>`);
  const axis = [0.5, 1, 1.5, 2].map(
    (ratio) =>
      `<path d="M${at(ratio)} ${rowHeight}V${height - rowHeight}" stroke="${ratio === 1 ? '#221a14' : '#ccc'}"/><text x="${at(ratio)}" y="${height - 6}" text-anchor="middle">${ratio}</text>`,
  );
  const content = [...legend, ...axis, ...lines].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 20} ${height}" font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n${content}\n</svg>\n`;
}

/** @param {Quartiles | undefined} ratio @param {number} y @param {string} colour */
function markOf(ratio, y, colour) {
  if (!ratio || !Number.isFinite(ratio[1])) return '';
  const [first, median, third] = ratio;
  return `<path d="M${at(first)} ${y}H${at(third)}" stroke="${colour}" stroke-width="2"/><circle cx="${at(median)}" cy="${y}" r="3" fill="${colour}"/>`;
}
