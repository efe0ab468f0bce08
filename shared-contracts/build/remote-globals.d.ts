/** The build replaces both by the remote's own name and version. */
declare const __REMOTE_NAME__: string;
declare const __REMOTE_VERSION__: string;

declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css' {}
