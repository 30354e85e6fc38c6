/** Deleting one branch's row answers what the repository still has. */
import { type Capability, definitionOf, type Registry } from "../engine/capability.ts";
import type { Store } from "../engine/ports/rows.ts";
import { renderRow } from "../engine/render.ts";

export interface RepoSettingsDeps {
  readonly store: Pick<Store, "list">;
  readonly resources: Registry;
  /** Most rows in one list. */
  readonly listCap: number;
}

export function createRepoSettings({ store, resources, listCap }: RepoSettingsDeps): Capability {
  const resource = definitionOf(resources, "repo_settings");
  return {
    kinds: {
      repo_settings: {
        async deleted({ caller: { organization }, now }, row) {
          const repository = String(row.configuration.repository);
          const filters = [{ field: "repository", value: repository, fold: false }];
          const limit = listCap + 1;
          const found = await store.list(organization.id, resource.kind, "sort_key", filters, limit, now);
          const left = found.slice(0, listCap).map((other) => other.read());
          return {
            organization: { id: organization.id, slug: organization.slug, name: organization.name },
            repository,
            data: left.map((other) => renderRow(resource, other, now)),
            branches: left.map(({ configuration }) => String(configuration.branch)),
            truncated: found.length > listCap,
          };
        },
      },
    },
  };
}
