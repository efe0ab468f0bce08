// Ends a program of the tests with the tests, even if they are killed.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
