/**
 * Imported before anything else: how V8 is to run a process that lives for a second or two. By itself it
 * optimizes early, in threads of its own, and in a plan of a thousand rows that took a third of the provider's
 * processor time and saved less. Now it waits until a function has run for much longer: a run of many thousand
 * rows still has its hot functions optimized.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=5000000");
