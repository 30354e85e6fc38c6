/**
 * Loaded into a service under test: a profile of what it does between one SIGUSR2 and the next, in the file that
 * BENCH_CALL_PROFILE names, as V8 writes it.
 */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector/promises";

const file = process.env.BENCH_CALL_PROFILE;
if (process.argv.includes("serve") && file !== undefined) {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  let isOn = false;
  process.on("SIGUSR2", async () => {
    isOn = !isOn;
    if (isOn) return session.post("Profiler.start");
    const { profile } = await session.post("Profiler.stop");
    writeFileSync(file, JSON.stringify(profile));
  });
}
