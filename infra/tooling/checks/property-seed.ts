import fc from 'fast-check';

/**
 * Property tests get the same inputs in each run, so that a test fails only after a change. `npm test -- --all` sets ALL_TESTS, which
 * means more inputs. `PROPERTY_SEED=random` means new inputs, `PROPERTY_SEED=<number>` the inputs of a failure. A test sets its own number
 * of runs only if one run is slow.
 */
const seed = process.env['PROPERTY_SEED'];
const numRuns = process.env['ALL_TESTS'] ? 1_000 : 50;
fc.configureGlobal(seed === 'random' ? { numRuns } : { numRuns, seed: Number(seed ?? 20_261_120) });
