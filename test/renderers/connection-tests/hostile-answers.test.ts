/** Whatever another system answers is read in one pass: it must not hold the event loop. */
import { expect, test } from "vitest";
import { connectorProbes } from "../../../src/renderers/connection-tests/connectors.ts";
import { dataSourceProbes } from "../../../src/renderers/connection-tests/data-sources.ts";
import { blackboxVersion, vmalertVersion } from "../../../src/renderers/connection-tests/exposition.ts";
import { findingOf } from "../../../src/renderers/connection-tests/probe.ts";
import { timesAsLong } from "../../support/blocked-loop.ts";

/** A quarter of what is read of an answer: what is quadratic takes minutes for it. */
const size = 1024 * 1024;

test("a version stands in a line of its own", () => {
  const metrics = '# HELP x\nvm_app_version{version="a-b", short_version="v1.93.0"} 1\n';
  expect(vmalertVersion(metrics)).toBe("1.93.0");
  expect(blackboxVersion('blackbox_exporter_build_info{goversion="go1",version="0.23.0"} 1')).toBe("0.23.0");
  expect(blackboxVersion('x\nblackbox_exporter_build_info{\nversion="0.23.0"')).toBeUndefined();
});

const units = [
  "vm_app_version{\n",
  "blackbox_exporter_build_info{\n",
  "a:\n",
  "{}",
  " ",
  "1",
  '{"a":',
] as const;
const probes = [...Object.entries(connectorProbes), ...Object.entries(dataSourceProbes)].flatMap(
  ([type, probe]) => ("untested" in probe ? [] : [[type, probe] as const]),
);

/** Many times what the longest takes now; what is quadratic takes thousands of times as long. */
const mostTimes = 100;

test.each(units)("an answer of 1 MiB of %j is read in one pass", async (unit) => {
  const hostile = unit.repeat(size / unit.length);
  const harmless = "a ".repeat(size / 2);
  const read = (text: string) => async () => {
    for (const [, probe] of probes) for (const status of [200, 500]) findingOf(probe, { status, text }, {});
  };
  const { longest } = await timesAsLong(read(hostile), read(harmless), mostTimes, 100, ["longest"]);
  expect(longest).toBeLessThan(mostTimes);
});
