/**
 * What attempts to prove a password leave behind: a line in the log for each, a figure for Prometheus, and for
 * refused ones a record in the audit log of every organization that the person is a member of.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Counter, type Registry } from "prom-client";
import type { AccountRequest } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { networkOf } from "../../../kernel/address.ts";
import { oneLine } from "../../../kernel/one-line.ts";
import { operatorAuthor, personAuthor, trailOf } from "./author.ts";
import type { Account, IdentityStore } from "./store.ts";

/**
 * Every refusal is answered this much later, for known and unknown accounts: the record is written meanwhile, so that its
 * time does not show whether there is such an account.
 */
const recordMs = 25;
const minuteMs = 60_000;
/** Records of one account in a minute, one an address: a crowd of guessers must not fill the audit log. */
const maxAddresses = 10;
const maxLogged = 254;

export type Why = "wrong_password" | "wrong_code" | "throttled";

/** A password that somebody sent for an account. */
export interface Attempt extends Traced {
  readonly password: string;
}

/** What is traced of an attempt to prove who one is. */
interface Traced {
  readonly email: string;
  /** The call that brings it: its address, and the session and marks of its browser. */
  readonly request: Pick<AccountRequest, "address" | "requestId" | "now" | "session" | "deviceMarks">;
  /** What a refusal is on record as. */
  readonly action: string;
  readonly resource: string;
  readonly door: "console" | "operator";
}

export interface AttemptTraces {
  proved(attempt: Attempt, account: Account): void;
  /** Resolves after a fixed time. */
  refused(attempt: Traced, account: Account | undefined, why: Why): Promise<void>;
}

export function createAttemptTraces(options: {
  readonly users: Pick<IdentityStore["users"], "memberships">;
  readonly store: Pick<Store, "recordRefusal">;
  readonly log: Record<"info" | "warn", (details: object, message: string) => void>;
}) {
  const { users, store, log } = options;
  const refusals = new Counter({
    name: "orgconfig_password_refusals_total",
    help: "Passwords and second factors refused at sign-in and elsewhere: wrong ones, and attempts that came too often.",
    labelNames: ["reason"] as const,
    registers: [],
  });
  const isDue = createRecordBounds();
  const writing = new Set<Promise<void>>();

  async function record({ request, action, resource, door }: Traced, account: Account): Promise<void> {
    const author = door === "operator" ? operatorAuthor(request) : personAuthor(request, account);
    const organizations = (await users.memberships(account.id)).map(({ organization }) => organization.id);
    const auditContext = { action, resource, rowId: networkOf(request.address), outcome: "refused" } as const;
    for (const { organizationId, entry } of trailOf(author, organizations, auditContext))
      await store.recordRefusal(organizationId, entry);
  }

  const traces: AttemptTraces = {
    proved(attempt, account) {
      log.info({ ...detailsOf(attempt), user: account.id }, "password accepted");
    },
    async refused(attempt, account, why) {
      refusals.inc({ reason: why });
      log.warn(
        { ...detailsOf(attempt), why, ...(account && { user: account.id }) },
        why === "wrong_code" ? "second factor refused" : "password refused",
      );
      if (account !== undefined && isDue(account.id, networkOf(attempt.request.address))) {
        const written = record(attempt, account)
          .catch((err) =>
            log.warn({ err, request_id: attempt.request.requestId }, "a refusal was not recorded"),
          )
          .finally(() => writing.delete(written));
        writing.add(written);
      }
      await pause(recordMs);
    },
  };

  return {
    ...traces,
    registerAt(registry: Registry): void {
      registry.registerMetric(refusals);
    },
    /** Waits for records that are being written. */
    async flush(): Promise<void> {
      await Promise.all(writing);
    },
  };
}

/** One record a minute for each account and address, and only so many for an account; or for an organization and a cause. */
export function createRecordBounds(most = maxAddresses): (account: string, network: string) => boolean {
  let recorded = new Map<string, Set<string>>();
  let since = performance.now();
  return (account: string, network: string): boolean => {
    if (performance.now() - since >= minuteMs) {
      recorded = new Map();
      since = performance.now();
    }
    const networks = recorded.get(account) ?? new Set();
    if (networks.has(network) || networks.size >= most) return false;
    recorded.set(account, networks.add(network));
    return true;
  };
}

/** Never the password; the address is as it was typed, without what a terminal would act on. */
function detailsOf({ email, action, request }: Traced) {
  const { address, requestId } = request;
  return {
    action,
    email: oneLine(email, maxLogged),
    address,
    request_id: requestId,
  };
}
