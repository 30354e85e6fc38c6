/**
 * Runs the agents of connectors that ask for it inside of the service. Any number of nodes do: a connector is leased
 * by the database's clock before its agent runs, and a lease that its node no longer renews runs out, so that another
 * one takes over. A node begins nothing for a connector once its lease is over.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Periodic } from "../../../engine/periodic.ts";
import type { Log } from "../../../engine/ports/log.ts";
import { createHostedAgent, type HostedAgentDeps, round_ms } from "./hosted-agent.ts";
import { createPlaces } from "./slots.ts";
import type { HostedConnector, HostingStore } from "./store.ts";
import type { WrittenCredentials } from "./written-credentials.ts";

export interface HostingDeps extends Omit<HostedAgentDeps, "refuse"> {
  readonly hosted: HostingStore;
  /** This node, as its leases name it: another one at every start. */
  readonly holder: string;
  readonly written: Pick<WrittenCredentials, "sweep">;
  readonly log: Log;
}

const lease_ms = 20_000;
const renew_ms = 5_000;
/** Connectors that are worked on at once, and how many of them may be of one organization. */
const rounds = { count: 8, share: 2, most: 6 } as const;
/** New ones that a node takes with one claim: nodes that start together share what there is. */
const takenAtOnce = 8;
/** How long a stop waits for engines that are slow to answer. */
const patience_ms = 10_000;

interface Loop {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export class HostedLoops {
  readonly background: Periodic;
  readonly #deps: HostingDeps;
  readonly #places = createPlaces(rounds);
  readonly #loops = new Map<string, Loop>();
  /** Until when all that runs here is leased: a claim renews all of it. */
  #leasedUntil = 0;
  #sweeping: Promise<void> | undefined;
  #unswept: string | undefined;
  #stopping = false;

  constructor(deps: HostingDeps) {
    this.#deps = deps;
    this.background = new Periodic({
      name: "renewal of leases of hosted connectors",
      everyMs: renew_ms,
      firstMs: 0,
      run: () => this.#claimAll().then(() => this.#sweep()),
      log: deps.log,
    });
  }

  /** Ends when what is under way has ended, or took too long; gives the leases back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.background.stop();
    const loops = [...this.#loops.values()];
    const ended = Promise.all([this.#sweeping, ...loops.map((loop) => loop.ended)]);
    for (const { stop } of loops) stop.abort();
    await Promise.race([ended, pause(patience_ms, undefined, { ref: false })]);
    if (this.#leasedUntil === 0) return; // nothing was ever claimed, and the database need not be there
    const { hosted, holder, log } = this.#deps;
    await hosted.release(holder).catch((err) => {
      log.warn({ err }, "leases of hosted connectors could not be given back; they run out by themselves");
    });
  }

  async #claimAll(): Promise<void> {
    const from = performance.now();
    const ours = await this.#deps.hosted.claim(this.#deps.holder, lease_ms, this.#loops.size + takenAtOnce);
    this.#leasedUntil = from + lease_ms;
    const kept = new Set(ours.map(keyOf));
    for (const [key, { stop }] of this.#loops) {
      if (kept.has(key)) continue;
      stop.abort();
      this.#loops.delete(key);
    }
    if (this.#stopping) return;
    for (const one of ours) {
      if (!this.#loops.has(keyOf(one))) this.#loops.set(keyOf(one), this.#startLoop(one));
    }
  }

  /** A disk that is slow holds up no claim. */
  #sweep(): void {
    if (this.#stopping) return;
    this.#sweeping ??= this.#deps.written
      .sweep()
      .then(() => {
        this.#unswept = undefined;
      })
      .catch((err) => {
        const message = String(err);
        if (message !== this.#unswept)
          this.#deps.log.error({ err }, "credentials that nobody needs could not be removed");
        this.#unswept = message;
      })
      .finally(() => {
        this.#sweeping = undefined;
      });
  }

  #startLoop(one: HostedConnector): Loop {
    const stop = new AbortController();
    const { signal } = stop;
    const refuse = () =>
      signal.aborted || performance.now() >= this.#leasedUntil
        ? "its lease is over; another node may run it by now"
        : undefined;
    const agent = createHostedAgent({ ...this.#deps, refuse }, one);
    const run = async () => {
      while (!signal.aborted) {
        if (refuse() === undefined) await this.#places.run(one.organizationId, () => agent.round());
        await agent.untilChanged(round_ms, signal);
      }
    };
    return { stop, ended: run() };
  }
}

function keyOf({ organizationId, connectorId }: HostedConnector): string {
  return `${organizationId}/${connectorId}`;
}
