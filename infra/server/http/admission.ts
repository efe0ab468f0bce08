import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { gatewayErrorStatus } from '@enfilade/shared-contracts/api/gateway-error';
import { errorBody, HttpError } from './http-error.ts';
import { requestIdOf } from './response-headers.ts';

export interface AdmissionLimits {
  /** A request that has waited longer than this to be read is refused. `Infinity`: none is. */
  waitMs: number;
  /** Requests under way at once, held streams among them. */
  underWay: number;
}

export interface AdmissionOptions {
  limits: AdmissionLimits;
  /** Headers of every answer, as names and values in turn. */
  headers: readonly string[];
  /** Called for every request that is refused for lack of time. */
  onShed: () => void;
  /** Milliseconds of a clock that never goes back. */
  now?: (() => number) | undefined;
  /** Calls once what can be read for now has been read. */
  afterTurn?: ((call: () => void) => void) | undefined;
}

/**
 * Decides before anything else whether there is time for a request. Requests behind work that blocks wait unseen in
 * the kernel's sockets, and one turn of the event loop then serves all of them: one that is read late in a long
 * turn has waited at least as long as the turn has lasted. A refusal must cost almost nothing, or refusals
 * themselves would overload the site.
 */
export type Admission = ReturnType<typeof createAdmission>;

/** Monitoring must reach the site under load too. */
const watched = new Set(['/healthz', '/readyz', '/metrics']);
/** A starved machine makes turns long that hold little: a turn that served fewer than this is not overloaded. */
const fewest = 50;
const retryAfterSeconds = 1;

export function createAdmission(options: AdmissionOptions) {
  const { limits, onShed } = options;
  const turn = createTurn(options);
  const refuseBusy = createRefusal(options.headers, 'keep-alive');
  const refuseClosing = createRefusal(options.headers, 'close');
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  let endsConnections = false;
  function leave(this: ServerResponse): void {
    underWay.delete(this);
    if (endsConnections) this.req.socket.destroySoon();
  }

  return {
    /** The listener of a server; hands what is admitted to `handle`. */
    guard:
      (handle: RequestListener): RequestListener =>
      (request, response) => {
        if (isClosing) return refuseClosing(request, response);
        if ((turn.isLate() || underWay.size >= limits.underWay) && !isWatching(request)) {
          onShed();
          return refuseBusy(request, response);
        }
        underWay.add(response);
        response.once('close', leave);
        handle(request, response);
      },
    underWay: () => underWay.size,
    /** From now on everything is refused, and answers under way say `connection: close`. */
    close() {
      isClosing = true;
      for (const response of underWay) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    /** From now on the connection of an answer that was begun before all that ends with it. */
    endConnections() {
      endsConnections = true;
    },
  };
}

function isWatching({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && watched.has(url);
}

/** One turn of the event loop: when its first request was read, and how many were since. */
function createTurn({ limits, now = () => performance.now(), afterTurn = setImmediate }: AdmissionOptions) {
  let startedAt: number | undefined;
  let read = 0;
  const end = () => {
    startedAt = undefined;
  };
  return {
    /** Whether the request that is read now has waited too long. */
    isLate(): boolean {
      if (startedAt === undefined) {
        startedAt = now();
        read = 0;
        afterTurn(end);
      }
      read += 1;
      return read > fewest && now() - startedAt > limits.waitMs;
    },
  };
}

/** The one answer of all refusals, written beforehand but for the request's id. */
function createRefusal(headers: readonly string[], connection: 'keep-alive' | 'close') {
  const error = new HttpError('busy', { retryAfterSeconds });
  const mark = '00000000-0000-0000-0000-000000000000';
  const [before = '', after = ''] = JSON.stringify(errorBody(error, mark)).split(mark);
  const head = [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(before + mark + after)),
    'cache-control',
    'no-store',
    'retry-after',
    String(retryAfterSeconds),
    'connection',
    connection,
    'x-request-id',
  ];
  return ({ headers: sent }: IncomingMessage, response: ServerResponse): void => {
    const requestId = requestIdOf(sent);
    response.writeHead(gatewayErrorStatus.busy, [...head, requestId]);
    response.end(before + requestId + after);
  };
}
