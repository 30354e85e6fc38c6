/**
 * Sends every sealed record, with the head of its chain, to a syslog, one node at a time. What was written to a connection
 * counts as sent when the connection still stands a moment later: TCP says nothing of what the other side has read. So
 * after a connection that broke some messages come twice, each with the same position, and none is missing.
 */

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { currentTime } from "../../../engine/clock.ts";
import { Periodic } from "../../../engine/periodic.ts";
import type { AuditTables } from "../../../engine/ports/audit.ts";
import type { Log } from "../../../engine/ports/log.ts";
import type { SyslogConnection, SyslogTransport } from "../../../transports/port.ts";
import { pagesOf } from "./chain-key.ts";
import type { ForwardStore, Unsent } from "./forward-store.ts";
import { renderRecord } from "./list-audit-log.ts";
import { headMessage, recordMessage } from "./syslog-message.ts";

const everyMs = 1_000;
/** How long a node sends without saying again that it does. */
const leaseMs = 30_000;
const linksAtOnce = 200;
const chainsAtOnce = 100;

export interface ForwardDeps {
  readonly store: Pick<AuditTables, "links">;
  readonly forwarded: ForwardStore;
  readonly syslog: SyslogTransport;
  readonly log: Pick<Log, "error">;
}

export class Forwarding {
  readonly background: Periodic;
  readonly #deps: ForwardDeps;
  readonly #holder = randomUUID();
  readonly #sender = { hostname: hostname(), pid: process.pid };
  #connection: SyslogConnection | undefined;
  /** Written to the connection, and not known to be sent yet. */
  #written = new Map<string, number>();

  constructor(deps: ForwardDeps) {
    this.#deps = deps;
    const name = "sending of audit records to the syslog";
    this.background = new Periodic({ name, everyMs, run: () => this.#sweep(), log: deps.log });
  }

  /** Sends what is sealed and was not sent yet, where this node is the one that sends. */
  flush(): Promise<void> {
    return this.background.now();
  }

  async #sweep(): Promise<void> {
    if (!(await this.#isMine())) {
      await this.#drop();
      return;
    }
    const connection = await this.#connected();
    await this.#mark();
    for await (const chains of pagesOf((last?: Unsent) =>
      this.#deps.forwarded.unsent(last?.organizationId ?? "", chainsAtOnce),
    )) {
      for (const chain of chains) await this.#send(connection, chain);
    }
  }

  /** Ends the connection in good order, so that what was written to it is sent. */
  async stop(): Promise<void> {
    await this.background.stop();
    if (this.#connection === undefined) return;
    const whole = await this.#connection.end();
    if (whole) await this.#mark();
    await this.#deps.forwarded.leave(this.#holder);
  }

  async #isMine(): Promise<boolean> {
    const now = currentTime();
    return this.#deps.forwarded.claim(this.#holder, now, new Date(now.getTime() + leaseMs));
  }

  /** The connection that stands, or a new one, on which what an old one may have lost is sent again. */
  async #connected(): Promise<SyslogConnection> {
    if (this.#connection?.isOpen()) return this.#connection;
    this.#written.clear();
    this.#connection = await this.#deps.syslog.connect();
    return this.#connection;
  }

  async #drop(): Promise<void> {
    this.#written.clear();
    await this.#connection?.end();
    this.#connection = undefined;
  }

  async #mark(): Promise<void> {
    const sent = this.#written;
    this.#written = new Map();
    await this.#deps.forwarded.mark(sent);
  }

  async #send(connection: SyslogConnection, chain: Unsent): Promise<void> {
    const { organizationId, sent, position } = chain;
    let last = Math.max(sent, this.#written.get(organizationId) ?? 0);
    while (last < position) {
      const links = await this.#deps.store.links(organizationId, last, linksAtOnce);
      const newest = links.at(-1);
      if (newest === undefined) break;
      const messages = links.flatMap(({ position, record }) =>
        record === undefined
          ? []
          : [
              recordMessage(this.#sender, {
                organization_id: organizationId,
                position,
                ...renderRecord(record),
                at: record.at.toISOString(),
              }),
            ],
      );
      await connection.send(messages);
      last = newest.position;
      this.#written.set(organizationId, last);
      // A long log takes longer than the lease.
      if (!(await this.#isMine())) return;
    }
    await connection.send([headMessage(this.#sender, chain, currentTime())]);
  }
}
