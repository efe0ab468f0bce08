declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  /** The parts of the package that the tests use. The package has no types. */
  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
    on(event: string, listener: (...given: unknown[]) => void): this;
  }
}
