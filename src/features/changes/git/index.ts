/**
 * Git sources: rows that a repository says. Any number of nodes look; a source is claimed by the database's clock before
 * it is looked at, and a node that is gone loses its claim. What is done twice for that reason changes nothing the second
 * time: the same files plan to nothing.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../../../engine/context.ts";
import { secretIdentity } from "../../../engine/draft.ts";
import type { Feature, KindHooks, Written } from "../../../engine/feature.ts";
import { readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import { Periodic } from "../../../engine/periodic.ts";
import { isBundled } from "../../../engine/plan/bundle-entry.ts";
import { completed } from "../../../engine/render.ts";
import { placedMessage } from "../../../kernel/fault.ts";
import { boolean, integer, text } from "../../../kernel/field.ts";
import { gitAddress } from "../../../kernel/git-address.ts";
import { Refusal } from "../../../kernel/problem.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import type { Ground } from "../../ground.ts";
import type { Audit, Identity } from "../../identity/index.ts";
import type { Plans } from "../plans/index.ts";
import type { Proposals } from "../proposals/index.ts";
import type { SyncDeps, Wish } from "./look.ts";
import type { Problem } from "./planning.ts";
import { pushRemark } from "./proposed-pulls.ts";
import { Places } from "./row-places.ts";
import { isSignedBy } from "./signatures.ts";
import { type Claimed, createGitStore, type GitStore, leaseMs, type SourceKey } from "./store.ts";
import { syncSource } from "./sync.ts";
import { tryOperation } from "./trying.ts";
import { whereOperation } from "./where.ts";

/** What the address of webhooks needs. */
export interface GitHooks {
  /** The source that has this id, of whichever organization. */
  find(id: string): Promise<SourceKey | undefined>;
  /** Looks at the repository soon, where who sent this knows the source's secret. @returns whether they do */
  take(
    source: SourceKey,
    headers: Readonly<Record<string, string | readonly string[] | undefined>>,
    body: Uint8Array,
  ): Promise<boolean>;
}

export interface Git extends Feature {
  readonly hooks: GitHooks;
  /** Looks at all that is due now. */
  flush(): Promise<void>;
}

export interface GitNeeds {
  readonly audit: Pick<Audit, "store">;
  readonly plans: Pick<Plans, "planner" | "rows">;
  readonly identity: Pick<Identity, "store">;
  readonly proposals: Pick<Proposals, "propose" | "statusOf" | "reasonsOf">;
}

const everyMs = 2_000;
/** Sources that a node looks at together, each of another organization. */
const atOnce = 4;
/** What failed, or waits as a proposal, is looked at again after this, also where its commit has not moved. */
const retrySeconds = 600;
/** What writes to its repository looks at rows once more after they moved: a record may come later than one with a higher number. */
const lateSeconds = 60;
/** How long a call waits for a node that looks at the source already. */
const patienceMs = 60_000;

export function createGit(ground: Ground, { audit, plans, identity, proposals }: GitNeeds): Git {
  const sources = createGitStore(ground.database);
  const { organizations } = identity.store;
  const deps: SyncDeps = {
    ...ground,
    ...{ planner: plans.planner, audit: audit.store, proposals, organizations, sources },
  };
  const looks = new Looks(sources, deps);
  const watch = new Periodic({
    name: "looks at Git sources",
    everyMs,
    log: ground.log,
    run: () => looks.start(),
  });
  const tidying = new Periodic({
    name: "removal of what killed nodes left of repositories",
    ...{ everyMs: 3_600_000, firstMs: 0, log: ground.log },
    run: () => ground.git.tidy(),
  });
  return {
    name: "git",
    kinds: { [gitSources.kind]: hooksOf(ground, sources) },
    operations: [
      syncOperation(ground, looks),
      tryOperation(ground, sources),
      whereOperation(ground, plans.rows, new Places(ground, sources)),
    ],
    background: [watch, tidying],
    async remarks(call, kind, ids) {
      if (kind !== gitSources.kind) return new Map();
      const rows = await Promise.all(
        ids.map((id) => ground.store.find(call.caller.organization.id, kind, id)),
      );
      const said = rows.flatMap((lazy, index) => {
        const state = lazy?.read().state ?? {};
        const problem = state.problem as Problem | null | undefined;
        const since = typeof state.problem_since === "string" ? state.problem_since : null;
        const remark = problem == null ? pushRemark(state) : { why: placedMessage(problem), since };
        return remark === undefined ? [] : [[ids[index] ?? "", remark] as const];
      });
      return new Map(said);
    },
    async close() {
      await looks.ended();
      await ground.git.close();
    },
    hooks: {
      find: (id) => sources.find(id),
      async take(source, headers, body) {
        const { organizationId, id } = source;
        const sealed = (await ground.store.find(organizationId, gitSources.kind, id))?.read().secrets
          .webhook_secret;
        const identity = secretIdentity(organizationId, gitSources.kind, id, "webhook_secret");
        const opened = sealed === undefined ? undefined : ground.vault.openOrNot(sealed, identity);
        if (opened === undefined || !isSignedBy(JSON.parse(opened), headers, body)) return false;
        await sources.wake(source);
        watch.wake();
        return true;
      },
    },
    async flush() {
      while (await looks.start()) await looks.ended();
    },
  };
}

/** The looks that this node has under way. */
class Looks {
  readonly #sources: GitStore;
  readonly #deps: SyncDeps;
  /** By organization. */
  readonly #open = new Map<string, Promise<unknown>>();
  #started: Promise<unknown> = Promise.resolve();
  /** Those that somebody has asked for. */
  readonly #asked = new Set<Promise<unknown>>();
  /** Of rows that files name. */
  readonly #kinds: readonly string[];

  constructor(sources: GitStore, deps: SyncDeps) {
    this.#sources = sources;
    this.#deps = deps;
    this.#kinds = Object.values(deps.definitions)
      .filter(isBundled)
      .map(({ kind }) => kind);
  }

  /** Takes on what is due, as far as there is room, and waits for none of it. @returns whether any is under way */
  start(): Promise<boolean> {
    // One after the other: what one has claimed, and does not look at yet, is under way for the next one.
    const started = this.#started.then(() => this.#start());
    this.#started = started.catch(() => {});
    return started;
  }

  async #start(): Promise<boolean> {
    await this.#sources.wakePushes(this.#kinds);
    while (this.#open.size < atOnce) {
      const claimed = await this.#sources.claimDue([...this.#open.keys()]);
      if (claimed === undefined) break;
      const { organizationId } = claimed;
      const look = this.#look(claimed, { again: claimed.isRetried === true })
        .catch((err) => {
          const details = { err, organization_id: organizationId, git_source_id: claimed.id };
          this.#deps.log.error(details, "a Git source could not be looked at");
        })
        .finally(() => this.#open.delete(organizationId));
      this.#open.set(organizationId, look);
    }
    return this.#open.size > 0;
  }

  async ended(): Promise<void> {
    await Promise.allSettled([...this.#open.values(), ...this.#asked]);
  }

  /** Looks at one now. @throws Refusal where another look at it does not end */
  async now(key: SourceKey, wish: Wish): Promise<void> {
    for (const until = performance.now() + patienceMs; ; await pause(200)) {
      const claimed = await this.#sources.claim(key);
      if (claimed !== undefined) {
        const look = this.#look(claimed, wish);
        this.#asked.add(look);
        return look.finally(() => this.#asked.delete(look));
      }
      if (performance.now() >= until)
        throw new Refusal(
          "conflict",
          "The source is being looked at already, which takes long: try again in a minute.",
        );
    }
  }

  async #look(claimed: Claimed, wish: Wish): Promise<void> {
    const renewal = setInterval(() => {
      this.#sources.renew(claimed).catch(() => {}); // the next one may pass
    }, leaseMs / 3).unref();
    let failed = true;
    try {
      failed = await syncSource(this.#deps, claimed, wish);
    } finally {
      clearInterval(renewal);
      await this.#sources.release(claimed, {
        retrySeconds: failed ? retrySeconds : claimed.pushes && claimed.hasMoved ? lateSeconds : null,
        seen: claimed.newest,
      });
    }
  }
}

function hooksOf({ mayBePlain }: Ground, sources: GitStore) {
  return {
    async check(_reader, _call, { url }) {
      const address = gitAddress(url);
      const plain = !("problem" in address) && address.scheme === "http" && !mayBePlain(address.host);
      const message =
        "must be https or ssh: http is taken only for a host that the operator allows (ORGCONFIG_OUTBOUND_ALLOW)";
      return [...(plain ? [{ field: "url", message }] : [])];
    },
    async onWrite(writer, call, { before, after }: Written) {
      const organizationId = call.caller.organization.id;
      if (after === undefined) {
        if (before !== undefined) await sources.drop(writer, { organizationId, id: before.id });
        return;
      }
      const row = completed(gitSources, after.configuration);
      const { url, enabled, poll_seconds: pollSeconds } = row;
      const pushes = row.direction !== "pull";
      await sources.put(writer, { organizationId, id: after.id, url, enabled, pollSeconds, pushes });
    },
  } satisfies KindHooks<typeof gitSources>;
}

const syncInput = {
  id: text({ description: "The id of the source.", max: 512 }),
  allow_deletes: integer({
    description: "How many rows it may delete, where that is more than 10.",
    optional: true,
    min: 0,
    max: 100_000,
  }),
  trust_host_key: boolean({
    description:
      "Whether the key that the ssh server shows now is kept in the place of the one that it showed first.",
    optional: true,
  }),
} as const;

function syncOperation({ engine }: Pick<Ground, "engine">, looks: Looks): ConfigurationOperation {
  const answered = async (call: Call, id: string): Promise<OperationAnswer> => {
    const { body, etag, managedBy } = await engine.get(call, gitSources, id);
    return { status: 200, body, etag, managedBy };
  };
  return {
    name: "sync_git_source",
    tag: gitSources.kind,
    toolset: gitSources.kind,
    // Its commits change rows of any service and team.
    reach: { kinds: [gitSources] },
    scans: "long",
    level: "admin",
    effect: "update",
    unheld: "what it does is held commit by commit, and becomes a proposal",
    takesAway: true,
    asksOthers: true,
    title: "Sync a Git source",
    description:
      "Looks at the repository now: plans and applies its newest commit, also one that failed before, and pushes what people changed, as direction says. Answers the source; problem says what stands against it.",
    credential: "bearer",
    method: "POST",
    path: `/api/v1/${gitSources.kind}/{id}/sync`,
    input: { fields: syncInput },
    output: { definition: gitSources, verb: "get" },
    again: answered,
    async run(call, { body: given }) {
      const { id, allow_deletes: allowDeletes, trust_host_key: trustHostKey } = readInput(syncInput, given);
      const { enabled, status } = (await engine.get(call, gitSources, id)).body;
      if (enabled === false)
        throw new Refusal("conflict", "The source is off: turn it on, and its repository is looked at.");
      const key = { organizationId: call.caller.organization.id, id };
      const again = status === "failed" || status === "proposed";
      await looks.now(key, { again, allowDeletes, trustHostKey });
      return answered(call, id);
    },
  };
}
