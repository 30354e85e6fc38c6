/** What decides tests without a database: for commands that have no service. */
export { evaluate, type TestResult } from "./evaluate.ts";
export { type AnyRow, decidingKinds, storedAs, type TestedRows, testedRows, testsOf } from "./rows.ts";
