/** What the authorization server is made of. */
import type { Ground } from "../../ground.ts";
import type { Author, IdentityDeps, Limiter } from "../accounts/index.ts";
import type { Grant, OauthStore } from "./store.ts";

export interface OauthDeps extends Pick<Ground, "http" | "log" | "siteUrl"> {
  readonly people: IdentityDeps;
  readonly oauth: OauthStore;
  /** Counts registrations by address. */
  readonly registrations: Pick<Limiter, "take">;
}

/** Who calls without a session: a program, by way of the protocol. */
export interface Visitor {
  /** Where it reached the service, without a slash at the end. */
  readonly site: string;
  readonly address: string | undefined;
  readonly requestId: string;
  readonly now: Date;
}

export const mcpPath = "/api/mcp";

/** The program that holds the grant, as the audit log names it: by the token, as in its calls. */
export function programAuthor({ requestId, address, now }: Visitor, { tokenId, email, name }: Grant): Author {
  return {
    actor: { kind: "token", id: tokenId, name: `${email} (${name})` },
    door: "mcp",
    requestId,
    address,
    now,
  };
}
