import { z } from 'zod';
import { defineRecord, text } from './define-action.ts';

// Recorded by the operators' login. The names concern callers who may see every museum.

export const loggedIn = defineRecord({
  name: 'operator-logged-in',
  payload: z.object({ name: text }),
  touches: () => 'site',
  change: (state) => state,
  sentence: () => ({ en: 'logged in', de: 'hat sich angemeldet', fr: 's’est connecté' }),
});

export const loggedOut = defineRecord({
  name: 'operator-logged-out',
  payload: z.object({ name: text }),
  touches: () => 'site',
  change: (state) => state,
  sentence: () => ({ en: 'logged out', de: 'hat sich abgemeldet', fr: 's’est déconnecté' }),
});

export const loginRefused = defineRecord({
  name: 'login-refused',
  /** `name`: of an account, null for names without one. `times`: refusals since the record before. */
  payload: z.object({ name: z.nullable(text), times: z.number() }),
  touches: () => 'site',
  change: (state) => state,
  sentence: ({ name, times }) =>
    name === null
      ? {
          en: `login without an account refused (${times}×)`,
          de: `Anmeldung ohne Konto abgelehnt (${times}×)`,
          fr: `connexion sans compte refusée (${times}×)`,
        }
      : {
          en: `login of ${name} refused (${times}×)`,
          de: `Anmeldung von ${name} abgelehnt (${times}×)`,
          fr: `connexion de ${name} refusée (${times}×)`,
        },
});
