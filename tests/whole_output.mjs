// Loaded into every test's process before all else. Forced to exit, node leaves what is still in the pipe to the runner,
// and the last tests of a file are never told (nodejs/node 64833); a pipe that blocks has nothing left in it.
for (const stream of [process.stdout, process.stderr]) /** @type {any} */ (stream)._handle?.setBlocking?.(true);
