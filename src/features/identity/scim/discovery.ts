/** What the service says of itself (RFC 7644 §4). */
import SCIMMY from "scimmy";
import type { JsonObject } from "../../../kernel/validate.ts";
import "./user-resource.ts";

const { EnterpriseUser, Group, User } = SCIMMY.Schemas;
const core = "urn:ietf:params:scim:schemas:core:2.0:";

/** Most resources of one page. */
export const mostListed = 1_000;

export function providerConfig(base: string): JsonObject {
  return {
    schemas: [`${core}ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: mostListed },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "SCIM token",
        description: "A token of the organization, in the header Authorization: Bearer.",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
  };
}

export function resourceTypes(base: string): JsonObject[] {
  const type = (name: "User" | "Group", schemaExtensions: JsonObject[]): JsonObject => ({
    schemas: [`${core}ResourceType`],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema: `${core}${name}`,
    schemaExtensions,
    meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
  });
  return [type("User", [{ schema: EnterpriseUser.id, required: false }]), type("Group", [])];
}

export function schemas(base: string): JsonObject[] {
  return [User, Group, EnterpriseUser].map(
    ({ definition }) => JSON.parse(JSON.stringify(definition.describe(`${base}/Schemas`))) as JsonObject,
  );
}
