import fc from 'fast-check';

/**
 * Property tests take the same walk every time, so that what fails is what was changed. `PROPERTY_SEED=random`
 * sends them elsewhere, `PROPERTY_SEED=<number>` where a failure was seen.
 */
const asked = process.env['PROPERTY_SEED'];
if (asked !== 'random') fc.configureGlobal({ seed: Number(asked ?? 20_261_120) });
