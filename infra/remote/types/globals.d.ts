/** The build writes name and version of the remote into its code. */
declare const __REMOTE_NAME__: string;
declare const __REMOTE_VERSION__: string;

declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css' {}
