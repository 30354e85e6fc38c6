/**
 * Imported before anything else: how V8 is to run a process that lives for a second or two. By itself it
 * optimizes whatever ran some thousand times, in threads beside ours, and in a plan of a thousand rows that
 * took as long as it saved and more. Now only what runs eighty times as often is optimized, so that a long run is
 * still a fast one.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=5000000");
