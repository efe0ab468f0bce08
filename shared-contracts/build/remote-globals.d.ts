/** Stamped into a remote's own chunk when it is built (build/remote-build.ts), never read from the registry. */
declare const __REMOTE_NAME__: string;
declare const __REMOTE_VERSION__: string;

declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css' {}
