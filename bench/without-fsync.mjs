// Loaded by `node --import` into a service under test, to measure what its syncing costs: fsync does nothing.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.fsyncSync = () => {};
syncBuiltinESMExports();
