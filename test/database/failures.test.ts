import { expect, it } from "vitest";
import { translate, translateStored } from "../../src/database/failures.ts";
import { Refusal } from "../../src/kernel/problem.ts";

const failure = (code: string) =>
  Object.assign(new Error("said by the database"), { code, severity: "ERROR" });

it.each([
  ["53100", /^The database's disk is full/, 30],
  ["53200", /^The database has no memory left/, 5],
  ["53300", /max_connections is reached/, 5],
  ["57P01", /^The database does not answer/, 1],
  ["ECONNREFUSED", /^The database does not answer/, 1],
])("%s says what is wrong, to readers and to writers", (code, message, retryAfterSeconds) => {
  for (const failed of [translate(failure(code)), translateStored(failure(code))] as Refusal[]) {
    expect(failed).toBeInstanceOf(Refusal);
    expect([failed.code, failed.message, failed.detail]).toEqual([
      "unavailable",
      expect.stringMatching(message),
      { retryAfterSeconds },
    ]);
  }
});
