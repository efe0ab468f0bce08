// Loaded into every program the tests start: it ends when the tests do, however they end, even killed.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
