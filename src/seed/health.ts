/** How integrations fare, as a checker would have reported it. */
import { ago, report, type Step } from "./row.ts";

export function healthy(minutes: number): Step {
  return report({ health_status: "healthy", last_success_at: ago(minutes) });
}

/** Answers, but not always: it worked `minutes` ago, after a failure. */
export function degraded(minutes: number, kind: string, message: string): Step[] {
  const failure = { last_error_at: ago(minutes + 9), last_error_kind: kind, last_error_message: message };
  return [
    report({ health_status: "degraded", ...failure }),
    report({ health_status: "degraded", last_success_at: ago(minutes) }),
  ];
}

/** Has not worked since; every failure in a row is a report of its own, as they are counted. */
export function failing(failures: number, kind: string, message: string): Step[] {
  const failure = { health_status: "failing", last_error_kind: kind, last_error_message: message };
  return [
    report({ health_status: "healthy", last_success_at: ago(failures * 5 + 2) }),
    ...Array.from({ length: failures }, (_, index) =>
      report({ ...failure, last_error_at: ago((failures - index) * 5 - 3) }),
    ),
  ];
}
