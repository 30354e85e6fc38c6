/** Makes an organization's page of its rows, as they are now. */
import { currentTime } from "../../engine/clock.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { PageState } from "../../renderers/status-page/index.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { statusPageIncidents } from "../../resources/status-page-incidents.ts";
import { statusPageSettings } from "../../resources/status-page-settings.ts";
import type { IdentityStore } from "../identity/index.ts";
import { hostName } from "./host-name.ts";
import { incidentRows } from "./incident-rows.ts";
import type { ObservedOf } from "./observing.ts";
import { type PageRows, pageStateOf } from "./page-state.ts";
import type { Published } from "./published.ts";
import type { StatusPageStore } from "./store.ts";

export interface MakeDeps {
  readonly store: Pick<Store, "find" | "list" | "executor">;
  readonly pages: StatusPageStore;
  readonly organizations: Pick<IdentityStore["organizations"], "find">;
  readonly observedOf: ObservedOf;
  readonly siteUrl: string;
}

/** As many as a page shows. */
const mostComponents = 1_000;
const dayMs = 86_400_000;

/** How readers come to a page. */
export interface PageDoor {
  readonly slug: string;
  /** What opens it; null for one that everybody may see. */
  readonly sealedPassword: string | null;
}

/** @returns undefined where nobody comes to it */
export function doorOf(settings: StoredRow | undefined): PageDoor | undefined {
  if (settings === undefined) return undefined;
  const { enabled, slug, visibility } = completed(statusPageSettings, settings.configuration);
  const sealed = settings.secrets.password ?? null;
  const closed = visibility === "password";
  if (!enabled || slug === null || (closed && sealed === null)) return undefined;
  return { slug, sealedPassword: closed ? sealed : null };
}

/** Drafts are for those who work on them: everything that is shown of incidents outside is made of what passes here. */
function isPublished({ configuration }: StoredRow): boolean {
  return !completed(statusPageIncidents, configuration).draft;
}

export type Make = ReturnType<typeof createMake>;

export function createMake({ store, pages, organizations, observedOf, siteUrl }: MakeDeps) {
  /** What the organization's page shows with these settings. */
  async function stateOf(organization: PageRows["organization"], settings: StoredRow): Promise<PageState> {
    const { id: organizationId } = organization;
    const now = currentTime();
    const { history_days } = completed(statusPageSettings, settings.configuration);
    const since = new Date(now.getTime() - history_days * dayMs);
    const components = (
      await store.list(organizationId, statusPageComponents.kind, "sort_key", [], mostComponents, now)
    ).map((row) => row.read());
    const rows = {
      organization,
      settings,
      components,
      observed: await observedOf(store, organizationId, components, now),
      incidents: (await incidentRows(store, organizationId, now)).filter(isPublished),
      days: await pages.days(organizationId, since),
      spans: await pages.spans(organizationId, since),
    };
    return pageStateOf(rows, siteUrl, now);
  }

  /** @returns undefined where the organization has no page that anybody may see */
  async function publishedOf(organizationId: string, version: string): Promise<Published | undefined> {
    const { kind } = statusPageSettings;
    const settings = (await store.find(organizationId, kind, kind))?.read();
    const door = doorOf(settings);
    if (settings === undefined || door === undefined) return undefined;
    const { domain } = completed(statusPageSettings, settings.configuration);
    const organization = await organizations.find(organizationId);
    if (organization === undefined) return undefined;
    const former = await pages.formerNames(organizationId, currentTime());
    return {
      version,
      organizationId,
      ...door,
      domain: domain === null ? null : hostName(domain),
      former: former.map(({ name, until }) => ({ name, until: until.toISOString() })),
      state: await stateOf(organization, settings),
    };
  }

  return { stateOf, publishedOf };
}
