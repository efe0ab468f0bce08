// The shared React is there once this chunk has loaded.
void import('./alone.tsx');
