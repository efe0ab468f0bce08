// Every program of the tests loads this file, so that the program ends with the tests, even if they are killed.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
