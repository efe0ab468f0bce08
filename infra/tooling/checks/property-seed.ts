import fc from 'fast-check';

/**
 * Property tests take the same inputs every time, so that only a change makes one fail. `npm test -- --all` sets ALL_TESTS and
 * takes more of them. `PROPERTY_SEED=random` takes other inputs, `PROPERTY_SEED=<number>` those of a failure. A test has a
 * number of runs of its own only if one run is slow.
 */
const asked = process.env['PROPERTY_SEED'];
const numRuns = process.env['ALL_TESTS'] ? 1_000 : 50;
fc.configureGlobal(asked === 'random' ? { numRuns } : { numRuns, seed: Number(asked ?? 20_261_120) });
