import type { RstestConfig } from '@rstest/core';

/** @param remote the remote's name */
export declare function pageTests(name: string, remote?: string, more?: RstestConfig): RstestConfig;
