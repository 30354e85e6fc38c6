/** Deleting one branch's row answers what the repository still has. */
import type { Feature, KindHooks } from "../../../engine/feature.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { completed, renderRow } from "../../../engine/render.ts";
import { repoSettings } from "../../../resources/repo-settings.ts";

export interface RepoSettingsDeps {
  readonly store: Pick<Store, "list">;
  /** Most rows in one list. */
  readonly listCap: number;
}

export function createRepoSettings({ store, listCap }: RepoSettingsDeps): Feature {
  return {
    name: "repo settings",
    kinds: {
      [repoSettings.kind]: {
        async deleted({ caller: { organization }, now }, row) {
          const { repository } = completed(repoSettings, row.configuration);
          const filters = [{ field: "repository", value: repository, fold: false }];
          const limit = listCap + 1;
          const found = await store.list(organization.id, repoSettings.kind, "sort_key", filters, limit, now);
          const left = found.slice(0, listCap).map((other) => renderRow(repoSettings, other.read(), now));
          return {
            organization: { id: organization.id, slug: organization.slug, name: organization.name },
            repository,
            data: left,
            branches: left.map(({ branch }) => branch),
            truncated: found.length > listCap,
          };
        },
      } satisfies KindHooks<typeof repoSettings>,
    },
  };
}
