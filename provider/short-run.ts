/**
 * Imported before anything else: how V8 is to run a process that lives for a second or two. By itself it
 * optimizes early, in threads of its own, and in a plan of a thousand rows that took a third of the provider's
 * processor time and saved less. Now it waits until a function has run for longer: a run of a thousand
 * rows has its hottest functions optimized, Node's HTTP/2 among them.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--interrupt-budget=500000");
