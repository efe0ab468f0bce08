// Federation loads the shared React before it runs this chunk.
void import('./alone.tsx');
