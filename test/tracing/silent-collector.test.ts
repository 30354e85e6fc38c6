/** A collector that takes connections and never answers is nobody's trouble but its own. */
import { expect, it } from "vitest";
import { compiledProgram } from "../support/compiled.ts";
import { startProgram } from "../support/program.ts";
import { startCollector } from "../support/traces.ts";
import { until } from "../support/until.ts";

it("leaves the program's answers and its stop as they are", async () => {
  const collector = await startCollector();
  collector.answers = false;
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: "10",
    // Far longer than the program may take to end.
    OTEL_EXPORTER_OTLP_TIMEOUT: "600000",
    OTEL_BSP_EXPORT_TIMEOUT: "600000",
  };
  const program = await startProgram(env, undefined, compiledProgram());
  try {
    const headers = { authorization: `Bearer ${program.firstKey()}` };
    const status = () =>
      fetch(`${program.url}/api/v1/config/teams`, { headers }).then((answer) => answer.status);
    expect(await status()).toBe(200);
    await until(() => collector.silences > 0);
    expect(await status()).toBe(200);
    expect(await program.stop()).toBe(0);
    expect(program.output()).not.toContain("cut off");
  } finally {
    program.child.kill("SIGKILL");
    collector.close();
  }
});
