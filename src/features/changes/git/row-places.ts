/** Where rows live in Git: the files of their sources, read once for each commit that was looked at. */
import { LRUCache } from "lru-cache";
import { currentTime } from "../../../engine/clock.ts";
import type { Call, Caller } from "../../../engine/context.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { enterScan } from "../../../engine/scans.ts";
import { identityOf } from "../../../kernel/bundle-files.ts";
import { rowByKey } from "../../../kernel/key-name.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ObjectValueOf } from "../../../kernel/row-types.ts";
import { shortCommit } from "../../../kernel/short-commit.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import { GitFailure } from "../../../transports/port.ts";
import type { Ground } from "../../ground.ts";
import { lineLink } from "./forge.ts";
import { credentialOf, hostKeysOf, noBranch, sourceOf } from "./look.ts";
import type { RowPlace } from "./reading.ts";
import type { whereFields } from "./shapes.ts";
import type { GitStore } from "./store.ts";
import { readFiles, UnreadFiles } from "./thread.ts";

/** `unknown` is what nobody could look at, or no file names; `none` is a row that no source has to do with. */
export type InGit = Omit<ObjectValueOf<typeof whereFields>, "kind" | "id">;

/** A row, and all that it may be called in files. */
export interface Sought {
  readonly definition: Kind;
  readonly set: string | null;
  /** With the keys of other rows in the place of their ids, and with these ids. */
  readonly keys: readonly [byKeys: JsonObject, byIds: JsonObject];
}

type Deps = Pick<Ground, "store" | "vault" | "git" | "definitions">;
type Read =
  | { readonly commit: string; readonly places: ReadonlyMap<string, { file: string; line: number }> }
  | { readonly why: string; readonly at: Date };

/** Sources whose places are kept. */
const kept = 16;
/** What could not be read is not read again before. */
const patienceMs = 60_000;
/** Of sources without a set, which any row of no set may come from. */
const mostSources = 8;

export class Places {
  readonly #deps: Deps;
  readonly #sources: Pick<GitStore, "hostKeys">;
  readonly #read = new LRUCache<string, Promise<Read>>({ max: kept });

  constructor(deps: Deps, sources: Pick<GitStore, "hostKeys">) {
    this.#deps = deps;
    this.#sources = sources;
  }

  /** @throws Refusal 503 where the organization has too much under way to read a repository now */
  async of({ caller }: Call, sought: Sought): Promise<InGit> {
    const organizationId = caller.organization.id;
    const { set } = sought;
    const { store } = this.#deps;
    const rows = (await store.rowsMatching(organizationId, gitSources.kind, {})).filter(
      (row) => (sourceOf(row).set ?? null) === set,
    );
    let missed: InGit | undefined;
    for (const row of rows.slice(0, mostSources)) {
      const found = await this.#in(caller, row, sought);
      if (found.status === "found") return found;
      if (missed?.status !== "unknown") missed = found;
    }
    const whose =
      set === null ? "no set, and so does no Git source" : `the set ${set}, and no Git source does`;
    return missed ?? nowhere("none", null, `It belongs to ${whose}.`);
  }

  async #in(caller: Caller, row: StoredRow, { definition, set, keys }: Sought): Promise<InGit> {
    const { name, branch, url, forge, enabled } = sourceOf(row);
    const source = { id: row.id, name, branch };
    if (!enabled) return nowhere("unknown", source, `The Git source ${name} is off, so that nobody looks.`);
    const read = await this.#readOnce(caller, row);
    if ("why" in read) return nowhere("unknown", source, read.why);
    const { commit, places } = read;
    const identities = keys.map((key) => placeName(definition.kind, identityOf(definition, key)));
    const place = identities.map((one) => places.get(one)).find((one) => one !== undefined);
    if (place !== undefined) {
      const link = lineLink({ forge, url }, { commit, ...place }) ?? null;
      return { status: "found", source, commit, ...place, link, why: null };
    }
    const what = rowByKey(definition.kind, keys[0]);
    const at = `at commit ${shortCommit(commit)} of ${branch}`;
    // Of what has a set, the files say all; without one they say nothing of what they do not name.
    return set === null
      ? nowhere("none", source, `No file of the Git source ${name} names ${what} ${at}.`)
      : {
          ...nowhere(
            "unknown",
            source,
            `No file names ${what} ${at}: it is new or renamed here, or its file has changed since.`,
          ),
          commit,
        };
  }

  async #readOnce(caller: Caller, row: StoredRow): Promise<Read> {
    const name = [caller.organization.id, row.id, row.revision, String(row.state.commit ?? "")].join(" ");
    const before = await this.#read.get(name);
    const isOld = before && "why" in before && currentTime().getTime() - before.at.getTime() > patienceMs;
    if (before !== undefined && !isOld) return before;
    const read = this.#readNow(caller, row);
    this.#read.set(name, read);
    read.catch(() => this.#read.delete(name));
    return read;
  }

  async #readNow(caller: Caller, row: StoredRow): Promise<Read> {
    const leave = await enterScan({ caller }, "long");
    try {
      return await this.#readPlaced(caller.organization.id, row);
    } finally {
      leave();
    }
  }

  async #readPlaced(organizationId: string, row: StoredRow): Promise<Read> {
    const { git, definitions } = this.#deps;
    const { url, branch, path } = sourceOf(row);
    try {
      const credential = credentialOf(this.#deps, organizationId, row);
      const knownHosts = await hostKeysOf(this.#sources, organizationId, url);
      // Which server is the right one is settled by a look, not by who reads a row.
      const isUnknown = knownHosts === "" && row.state.host_key != null;
      if (row.state.commit == null || isUnknown) return failed("Its Git source was not read yet.");
      const remote = { of: organizationId, url, credential, knownHosts };
      const { commit, files } = await git.folder(remote, branch, path);
      if (commit === undefined) throw noBranch(branch);
      const kinds = Object.values(definitions);
      const { rows } = await readFiles({ files, kinds, places: [], all: true }, organizationId);
      return { commit, places: new Map(rows.map(placed)) };
    } catch (error) {
      if (error instanceof GitFailure || error instanceof UnreadFiles) return failed(`${error.message}.`);
      throw error;
    }
  }
}

function failed(message: string): Read {
  return { why: `${message[0]?.toUpperCase()}${message.slice(1)}`, at: currentTime() };
}

function nowhere(status: InGit["status"], source: InGit["source"], why: string): InGit {
  return { status, source, commit: null, file: null, line: null, link: null, why };
}

function placeName(kind: string, identity: string): string {
  return `${kind} ${identity}`;
}

function placed([kind, identity, file, line]: RowPlace) {
  return [placeName(kind, identity), { file, line }] as const;
}
