import type { RstestConfig } from '@rstest/core';

/** How the tests of a screen run. @param remote the remote's name */
export declare function pageTests(name: string, remote?: string, more?: RstestConfig): RstestConfig;
