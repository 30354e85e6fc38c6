/** What the tests of histories ask of the REST door. */
import type { Answer, Tenant } from "../support/service.ts";

/** A version as the history shows it. */
export interface ShownVersion {
  readonly sequence: number;
  readonly at: string;
  readonly action: string;
  readonly plan_id: string | null;
  readonly fields: readonly { readonly path: string; readonly before: unknown; readonly after: unknown }[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly configuration: Readonly<Record<string, unknown>> | null;
}

export function historyOf(
  { api }: Pick<Tenant, "api">,
  kind: string,
  id: string,
  query = "",
): Promise<Answer> {
  return api("GET", `history/${kind}/${encodeURIComponent(id)}${query}`);
}

/** The versions of a row, newest first. */
export async function versionsOf(
  tenant: Pick<Tenant, "api">,
  kind: string,
  id: string,
): Promise<readonly ShownVersion[]> {
  const { status, body, text } = await historyOf(tenant, kind, id, "?limit=100");
  if (status !== 200) throw new Error(`the history was refused: ${text}`);
  return body.data;
}
