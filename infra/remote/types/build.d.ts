import type { RsbuildConfig } from '@rsbuild/core';

export interface RemoteBuild {
  name: string;
  /** The folder with package.json, enfilade.json and screen.tsx. */
  folder: string;
  /** 1 (default): screen.tsx exports a component. 2: screen.tsx exports `mount`. */
  contract?: 1 | 2;
}

export declare function remoteConfig(build: RemoteBuild): RsbuildConfig;
