/** Somebody else listens where the site should. */
export class PortInUseError extends Error {
  override readonly name = 'PortInUseError';
  readonly code = 'port-in-use';

  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use by another program: stop that program, or start with another PORT.`);
  }
}
