/** Looks at a repository before its source is saved: whether it opens, where the branch stands, and what is in the folder. */
import type { Call } from "../../../engine/context.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { viewOf } from "../../../engine/render.ts";
import { placedMessage } from "../../../kernel/fault.ts";
import type { Json } from "../../../kernel/field.ts";
import { fingerprintOf } from "../../../kernel/host-keys.ts";
import { movedUnsaved } from "../../../kernel/secret-addresses.ts";
import { shortCommit } from "../../../kernel/short-commit.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { countOf } from "../../../kernel/words.ts";
import { gitSources } from "../../../resources/git-sources.ts";
import { GitFailure } from "../../../transports/port.ts";
import type { Ground } from "../../ground.ts";
import { outcomeOutput, testUnsaved } from "../../reliability/index.ts";
import { credentialOf, hostKeysOf, noBranch, sourceOf } from "./look.ts";
import { refusedBy } from "./planning.ts";
import { mostNamed, triedFields } from "./shapes.ts";
import type { GitStore } from "./store.ts";

type Deps = Pick<Ground, "engine" | "store" | "onCommit" | "git" | "vault">;

export function tryOperation(deps: Deps, sources: Pick<GitStore, "hostKeys">): ConfigurationOperation {
  const test = testUnsaved(deps, gitSources, {
    name: "test_unsaved_git_source",
    title: "Test a Git source before it is saved",
    description:
      "Opens the repository with these settings, and says where the branch stands, which files of the folder would be read, and which key the ssh server shows. Nothing is saved, planned or written. With id the settings are put over those of that source; its credential goes to no other server than it was saved for.",
    output: { ...outcomeOutput, ...triedFields },
    async begin(call, row) {
      const message =
        row.secrets.credential === undefined
          ? undefined
          : movedUnsaved(gitSources.fields, "credential", { ...viewOf(gitSources, row), state: row.state });
      const withheld = message === undefined ? undefined : { field: "credential", message };
      return {
        withheld,
        async ask() {
          const known = await hostKeysOf(sources, call.caller.organization.id, sourceOf(row).url);
          return tried(deps, call, row, known);
        },
      };
    },
  });
  return { ...test, scans: "long" };
}

async function tried(deps: Deps, call: Call, row: StoredRow, known: string): Promise<JsonObject> {
  const { url, branch, path, direction } = sourceOf(row);
  const start = performance.now();
  const seen: Record<string, Json> = { commit: null, host_key: null, files: [], file_count: null };
  const answer = (said: JsonObject): JsonObject => ({
    ...{ asked: { method: "GET", url }, status: null, took_ms: Math.round(performance.now() - start) },
    ...{ ok: false, summary: null, error: null, next_step: null, setting: null, error_kind: null },
    ...seen,
    ...said,
  });
  try {
    const of = call.caller.organization.id;
    const credential = credentialOf(deps, of, row);
    const head = await deps.git.head({ of, url, credential, knownHosts: known }, branch);
    seen.host_key = fingerprintOf(head.knownHosts);
    if (head.commit === undefined) throw noBranch(branch);
    seen.commit = head.commit;
    const pushes = direction !== "pull";
    const remote = { of, url, credential, knownHosts: head.knownHosts };
    const folder = await deps.git.folder(remote, branch, path, pushes);
    seen.files = folder.files.slice(0, mostNamed).map(({ name }) => name);
    seen.file_count = folder.files.length;
    const fault = refusedBy(folder, path);
    if (fault !== undefined && !(pushes && folder.files.length === 0 && folder.faults.length === 0))
      return answer({ error: placedMessage(fault), error_kind: "other" });
    const at = `${branch} stands at ${shortCommit(folder.commit)} (${folder.subject})`;
    const read =
      folder.files.length === 0
        ? "there is no file yet: the first push writes them"
        : `${countOf(folder.files.length, "file")} to read`;
    return answer({ ok: true, summary: `${at}; ${read}` });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return answer({ error: error.message, error_kind: kindOf(error) });
  }
}

/** As connection tests sort failures. */
function kindOf({ kind, state }: GitFailure): string {
  const known: Readonly<Record<string, string>> = {
    ...{ credential: "auth_invalid", key_unreadable: "auth_invalid", protected: "access_denied" },
    ...{ too_many_questions: "throttled" },
  };
  return known[state] ?? (kind === "unreachable" ? "network" : "other");
}
