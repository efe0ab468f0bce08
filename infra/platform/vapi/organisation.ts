import { ServiceError } from '../services/http.ts';

export const orgId = '00000000-0000-4000-8000-000000000001';

/** Vapi's refusal of a request without the private key. */
export const invalidKey = new ServiceError(401, 'Invalid Key. Hot tip, you may be using the public key instead of the private key.');
