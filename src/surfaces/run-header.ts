/** The run that a request says it is a part of. */
import type { IncomingHttpHeaders } from "node:http";
import { Refusal } from "../kernel/problem.ts";
import { isRun, runForm, runHeader } from "../kernel/run.ts";

/** @throws Refusal 400 where it is no name of a run: nobody could look for it later */
export function runOf({ "orgconfig-run": run }: IncomingHttpHeaders): string | undefined {
  if (run === undefined || (typeof run === "string" && isRun(run))) return run;
  throw new Refusal("bad_request", `${runHeader}: send ${runForm}, or leave it out.`, { field: runHeader });
}
