/// <reference path="../shared-contracts/build/remote-globals.d.ts" />
/** Stamped by rsbuild.config.ts. */
declare const __FEDERATION_VERSION__: string;
