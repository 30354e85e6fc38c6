/** What a supervisor and its workers send each other. */

/** The variable that says which worker it is: one of a replacement listens only when it is ready. */
export const workerVariable = "ORGCONFIG_WORKER";

export type FromWorker =
  | { readonly about: "ready"; readonly url: string }
  /** Wants the figures of all workers. */
  | { readonly about: "metrics"; readonly request: number };

export type FromSupervisor =
  /** Another worker has taken its place: it finishes what it has, and ends. */
  | { readonly about: "retire" }
  | { readonly about: "metrics"; readonly request: number; readonly text: string | undefined };
