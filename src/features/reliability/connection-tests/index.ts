/** Connection tests: whether engines answer, and what they know. */
import type { Feature } from "../../../engine/feature.ts";
import type { Ground } from "../../ground.ts";
import type { StateReports } from "../state-reports/index.ts";
import { connectionTests } from "./operations.ts";

export { shown } from "./asking.ts";
export { idInput, outcomeOutput } from "./shapes.ts";
export { testUnsaved } from "./unsaved.ts";

export function createConnectionTests(ground: Ground, { reports }: Pick<StateReports, "reports">): Feature {
  return { name: "connection tests", operations: connectionTests({ ...ground, reports }) };
}
