import fc from 'fast-check';

/**
 * The same inputs in each run make a test fail only after a change. `npm test -- --all` sets ALL_TESTS, which means more inputs.
 * `PROPERTY_SEED=random` means new inputs, `PROPERTY_SEED=<number>` the inputs of a failure.
 */
const seed = process.env['PROPERTY_SEED'];
const numRuns = process.env['ALL_TESTS'] ? 1_000 : 50;
fc.configureGlobal(seed === 'random' ? { numRuns } : { numRuns, seed: Number(seed ?? 20_261_120) });
