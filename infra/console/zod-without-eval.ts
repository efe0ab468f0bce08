import { config } from 'zod/mini';

// Zod probes `new Function` when a schema is made, which the content policy reports. Must be imported first.
config({ jitless: true });
