/** Results of behaviour tests, as the service runs them now. */
import { useQuery } from "@tanstack/react-query";
import type { Tone } from "../../../src/kernel/field.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { namedActions } from "../../api/calls.ts";
import { readQuery } from "../../api/queries.ts";
import type { TestRun, TestRuns } from "../../api/shapes.ts";
import { useHere } from "../../shell/session.ts";
import { Status } from "../status.tsx";
import * as texts from "./texts.ts";

export function useTestRuns(which: JsonObject) {
  const { slug } = useHere();
  return useQuery(readQuery<TestRuns>(slug, namedActions.runTests, which));
}

export function TestStatus({ of: { ok } }: { readonly of: TestRun }) {
  const [tone, label]: [Tone, string] =
    ok === null ? ["quiet", texts.off] : ok ? ["good", texts.holds] : ["bad", texts.fails];
  return <Status tone={tone} label={label} />;
}
