/** The disk has a line of its own at each change of its state. */
import { expect, it } from "vitest";
import { createDiskWatch } from "../../src/cli/disk-watch.ts";
import type { Log } from "../../src/engine/ports/log.ts";

const gibibyte = 2 ** 30;

it("says once that a disk is nearly full, that it is worse, and that there is room again", () => {
  const lines: string[] = [];
  const line = (level: string) => (_: unknown, message?: string) => lines.push(`${level} ${message}`);
  const log = {
    info: line("info"),
    warn: line("warn"),
    error: line("error"),
    debug: () => {},
  } as unknown as Log;
  let free = 50;
  const disk = createDiskWatch(["/data"], log, () => ({ bavail: free, blocks: 100, bsize: gibibyte }));
  for (free of [50, 4, 3.9, 0.5, 0.4, 60, 61]) disk.look();
  expect(lines).toEqual([
    "warn 4 of 100 GiB are free at /data: make room",
    "warn 0.5 of 100 GiB are free at /data: writes fail soon; make room",
    expect.stringMatching(/^info there is room again: 60 of 100 GiB are free at \/data, after \d+ seconds?$/),
  ]);
});

it("says nothing of a folder that is not there", () => {
  const log = { warn: expect.unreachable, info: expect.unreachable } as unknown as Log;
  createDiskWatch(["/tmp/z-no-such-folder"], log).look();
});
