import type { RstestConfig } from '@rstest/core';

export declare function pageTests(name: string, remote?: string, more?: RstestConfig): RstestConfig;
