import type { Dispatcher } from 'undici';

export interface UpstreamCall {
  method: 'GET' | 'POST';
  url: string;
  /** Sent as `authorization: Bearer …`. An answer that says it is refused. */
  bearer?: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead, while it comes. What goes wrong in it ends the call with the same error. */
  content?: UpstreamContent;
  /** Of the browser's request this call is made for. */
  requestId?: string | undefined;
  /** Whether asking twice does no harm. Only `call` asks again. */
  isRepeatable?: boolean;
}

export interface UpstreamContent {
  type: string;
  bytes: number;
  chunks: AsyncIterable<Uint8Array>;
}

export interface UpstreamAnswer {
  status: number;
  /** Undefined unless the status is 2xx and the body is JSON. */
  json: unknown;
}

export interface UpstreamStream {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: Dispatcher.ResponseData['body'];
}
