/** A worker's end of the line to its supervisor. */
import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { type FromSupervisor, type FromWorker, workerVariable } from "./messages.ts";

export interface SupervisorLine {
  /** Others serve meanwhile, so that this one takes connections only when it can answer them. */
  readonly replaces: boolean;
  ready(url: string): void;
  onRetire(retire: () => void): void;
  /** What reads the figures of all workers as one text; those of this one alone where the supervisor cannot know. */
  metricsOfAll(own: Registry): () => Promise<string>;
}

/** Undefined in a process that has no supervisor. */
export function supervisorLine(): SupervisorLine | undefined {
  if (!cluster.isWorker) return undefined;
  const send = (message: FromWorker) => void process.send?.(message);
  const pending = new Map<number, (text: string | undefined) => void>();
  const retiring: (() => void)[] = [];
  let requests = 0;
  // It answers the supervisor's collecting.
  new AggregatorRegistry();
  process.on("message", (message: FromSupervisor) => {
    if (message.about === "retire") for (const retire of retiring) retire();
    if (message.about === "metrics") {
      pending.get(message.request)?.(message.text);
      pending.delete(message.request);
    }
  });
  return {
    replaces: process.env[workerVariable] === "later",
    ready: (url) => send({ about: "ready", url }),
    onRetire: (retire) => void retiring.push(retire),
    metricsOfAll(own) {
      AggregatorRegistry.setRegistries(own);
      return async () => {
        requests += 1;
        const text = await new Promise<string | undefined>((resolve) => {
          pending.set(requests, resolve);
          send({ about: "metrics", request: requests });
        });
        return text ?? own.metrics();
      };
    },
  };
}
