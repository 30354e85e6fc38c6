/**
 * Takes away credentials that were written for connectors whose agents the service runs no more, or runs elsewhere.
 * Next to them stands a mark of the node that wrote them: nodes may share a disk, and folders that others made there,
 * such as an agent's or another installation's, have no such mark.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { credentialsMark, removeCredentials } from "../../../agent/credential-files.ts";
import type { Vault } from "../../../engine/ports/rows.ts";
import type { HostedConnector, HostingStore } from "./store.ts";

export interface WrittenCredentialsDeps {
  readonly hosted: Pick<HostingStore, "holders">;
  readonly vault: Pick<Vault, "authenticate" | "check">;
  /** Where engines on the same machine have their files; undefined where the operator named no folder. */
  readonly directory: string | undefined;
  /** This node, as its leases name it. */
  readonly holder: string;
  /** Milliseconds on a clock that only goes forward. */
  readonly now?: () => number;
}

export interface WrittenCredentials {
  /** What stands next to credentials that this node writes. */
  markFor(connector: HostedConnector): string;
  /** Removes what nobody needs any more. */
  sweep(): Promise<void>;
}

const purpose = "written credentials";
/** A node that took a connector over writes its own mark within this. */
const takenOver_ms = 60_000;

export function createWrittenCredentials(deps: WrittenCredentialsDeps): WrittenCredentials {
  const { hosted, vault, directory, holder, now = () => performance.now() } = deps;
  /** Since when another node has the lease than the one of the mark, by folder. */
  const held = new Map<string, number>();

  /** Whose credentials are in the folder of a connector; undefined where the mark is not this installation's. */
  async function writerOf(folder: string, connector: HostedConnector): Promise<string | undefined> {
    const [writer = "", code = ""] = (await credentialsMark(folder))?.split(" ") ?? [];
    return vault.check(code, textOf(connector, writer), purpose) === "genuine" ? writer : undefined;
  }

  function isLeftOver(folder: string, { writer, lease }: Written): boolean {
    if (lease === undefined) return true;
    if (lease.holder === null || lease.holder === writer) {
      held.delete(folder);
      return false;
    }
    const since = held.get(folder) ?? now();
    held.set(folder, since);
    return now() - since >= takenOver_ms;
  }

  return {
    markFor: (connector) => `${holder} ${vault.authenticate(textOf(connector, holder), purpose)}`,
    async sweep() {
      if (directory === undefined) return;
      const found: (HostedConnector & { readonly folder: string; readonly writer: string })[] = [];
      for (const organizationId of await foldersIn(directory))
        for (const connectorId of await foldersIn(join(directory, organizationId))) {
          const folder = join(directory, organizationId, connectorId);
          const writer = await writerOf(folder, { organizationId, connectorId });
          if (writer !== undefined) found.push({ organizationId, connectorId, folder, writer });
        }
      if (found.length === 0) return;
      const leases = await hosted.holders(found);
      for (const { folder, writer, ...connector } of found) {
        const lease = leases.find((one) => textOf(one, "") === textOf(connector, ""));
        if (!isLeftOver(folder, { writer, lease })) continue;
        await removeCredentials(folder);
        held.delete(folder);
      }
    },
  };
}

interface Written {
  readonly writer: string;
  /** Undefined where no node is to run the connector's agent. */
  readonly lease: { readonly holder: string | null } | undefined;
}

function textOf({ organizationId, connectorId }: HostedConnector, holder: string): string {
  return JSON.stringify([organizationId, connectorId, holder]);
}

/** Where there is no directory, nothing is in it. */
async function foldersIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
