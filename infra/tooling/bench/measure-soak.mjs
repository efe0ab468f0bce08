import { figure } from './figure.mjs';
import { runBrowser } from './run-browser.mjs';

const minutes = process.env['SOAK_MINUTES'] ?? '30';

/** Half an hour of talk: gaps in the guide's voice, and memory that does not come back. @param {string} dataDir */
export function measureSoak(dataDir) {
  const { annotations, errors } = runBrowser(['flows/voice/soak.spec.ts'], { SOAK_MINUTES: minutes }, dataDir);
  const measured = annotations.find(({ type }) => type === 'soak')?.description;
  const fault = errors.join('\n') || 'it broke off before anything was measured';
  figure(`${minutes} minutes of talk`, measured ?? fault, '1 underrun in 10 minutes, 5 MB more after collection', errors.length === 0);
}
