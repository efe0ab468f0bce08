/** Redirects in a row before the page gives up instead of spinning. */
export const redirectLimit = 100;

export class TooManyRedirectsError extends Error {
  readonly code = 'too-many-redirects';
  constructor() {
    super(`More than ${redirectLimit} redirects`);
  }
}

/** Counts redirects until something is shown. */
export function createRedirectCount() {
  let inARow = 0;
  return {
    /** Throws TooManyRedirectsError at the first one too many. */
    redirected() {
      inARow += 1;
      if (inARow > redirectLimit) throw new TooManyRedirectsError();
    },
    shown() {
      inARow = 0;
    },
  };
}
