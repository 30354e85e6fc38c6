import { secretIdentity } from "../../../engine/draft.ts";
import type { StoredRow, Vault } from "../../../engine/ports/rows.ts";
import type { Kind } from "../../../kernel/kind.ts";

/** A secret of a row; undefined where it is not set. */
export function openSecret(
  vault: Vault,
  { kind }: Kind,
  organizationId: string,
  { id, secrets }: StoredRow,
  field: string,
): string | undefined {
  const stored = secrets[field];
  if (stored === undefined) return undefined;
  return String(JSON.parse(vault.open(stored, secretIdentity(organizationId, kind, id, field))));
}
