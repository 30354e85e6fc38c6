/** What a supervisor and its workers show each other. */

/** The variable that shows a worker which it is: one of a replacement listens only when it is ready. */
export const workerVariable = "ORGCONFIG_WORKER";

export type FromWorker =
  | { readonly about: "ready"; readonly url: string }
  /** Asks for the figures of all workers. */
  | { readonly about: "metrics"; readonly ask: number };

export type FromSupervisor =
  /** Another worker has taken its place: it finishes what it has, and ends. */
  | { readonly about: "retire" }
  | { readonly about: "metrics"; readonly ask: number; readonly text: string | undefined };
