import fc from 'fast-check';

/**
 * Property tests take the same walk every time, so that what fails is what was changed. `PROPERTY_SEED=random`
 * sends them elsewhere, `PROPERTY_SEED=<number>` where a failure was seen; with `THOROUGH` (`npm run bench -- properties`)
 * they walk further. A test names how often it runs only where a run is slow or rare cases need more.
 */
const asked = process.env['PROPERTY_SEED'];
const numRuns = process.env['THOROUGH'] ? 2_000 : 200;
fc.configureGlobal(asked === 'random' ? { numRuns } : { numRuns, seed: Number(asked ?? 20_261_120) });
