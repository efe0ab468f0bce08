import { rs } from '@rstest/core';

/** The returned function reports a new size to every observer. The test unstubs all globals. */
export function stubResizing(): () => void {
  const observers: (() => void)[] = [];
  class ResizeObserver {
    constructor(onResize: () => void) {
      observers.push(onResize);
    }
    observe() {}
    disconnect() {}
  }
  rs.stubGlobal('ResizeObserver', ResizeObserver);
  return () => {
    for (const onResize of observers) onResize();
  };
}
