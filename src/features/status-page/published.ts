/**
 * The pages that are served, each as of its last change. All nodes look once a second whether a page has changed; what is
 * served comes from memory, so that readers cost the database nothing, and are answered while it is away.
 */
import { currentTime } from "../../engine/clock.ts";
import { eachOnItsOwn, Periodic } from "../../engine/periodic.ts";
import type { Log } from "../../engine/ports/log.ts";
import { Refusal } from "../../kernel/problem.ts";
import type { PageState } from "../../renderers/status-page/index.ts";
import { createKeeper, type KeptPages, readKept } from "./kept-pages.ts";
import type { PageVersion } from "./store.ts";

/** A page as it is served. It never changes: another one takes its place. */
export interface Published {
  readonly version: string;
  readonly organizationId: string;
  readonly slug: string;
  /** The host name of its own. */
  readonly domain: string | null;
  /** The names that it had, with the moment from which they lead nowhere, as RFC 3339. */
  readonly former: readonly { readonly name: string; readonly until: string }[];
  /** What opens it; null for one that everybody may see. */
  readonly sealedPassword: string | null;
  readonly state: PageState;
}

export interface PublishingDeps extends KeptPages {
  /** The versions of all pages, by organization. */
  readonly versions: () => Promise<ReadonlyMap<string, PageVersion>>;
  /** Says that this node shows a version that is waited for. @returns whether that is on record */
  readonly seen: (organizationId: string, version: string) => Promise<boolean>;
  /** The organization's page as it is now; undefined where it has none that is served. */
  readonly make: (organizationId: string, version: string) => Promise<Published | undefined>;
  readonly log: Pick<Log, "warn" | "error">;
}

const everyMs = 1_000;
/** What was written here is committed by then, mostly. */
const gatherMs = 30;
/** Days go on without a change. */
const renewMs = 5 * 60_000;
/** How long a reader waits for a change that was just made at this node. */
const waitMs = 2_000;
/** What was not looked at for so long may be closed: readers wait for a look, also after this program was stopped a while. */
const currentMs = 10_000;
/** How long a change is waited for that was begun at this node and may have been given up. */
const pendingMs = 5_000;

export class PublishedPages {
  readonly background: Periodic;
  readonly #deps: PublishingDeps;
  readonly #keep: ReturnType<typeof createKeeper>;
  readonly #pages = new Map<string, Published>();
  readonly #madeAt = new Map<string, number>();
  /** The version that an organization's page was looked at with, also where it is not served. */
  readonly #versions = new Map<string, string>();
  /** The awaited versions that this node has said to show. */
  readonly #said = new Map<string, string>();
  /** Pages that are being changed here, and since when. */
  readonly #pending = new Map<string, number>();
  #bySlug = new Map<string, string>();
  #byDomain = new Map<string, string>();
  #looking: Promise<void> | undefined;
  /** When the database last said how pages are; undefined before it first did. */
  #seenAt: Date | undefined;
  /** Until when it was followed what becomes of pages, by performance.now(). */
  #followedAt = Number.NEGATIVE_INFINITY;
  #away = false;

  constructor(deps: PublishingDeps) {
    this.#deps = deps;
    this.#keep = createKeeper(deps);
    for (const [organizationId, page] of readKept<Published>(deps))
      this.#pages.set(organizationId, { ...page, organizationId });
    this.#index();
    this.background = new Periodic({
      name: "status pages",
      everyMs,
      firstMs: 0,
      gatherMs,
      run: () => this.look(),
      log: deps.log,
    });
  }

  /** Says that a page of this node's is being changed, in a transaction that is not over. */
  changing(organizationId: string): void {
    this.#pending.set(organizationId, performance.now());
    this.background.wake();
  }

  /** The page that has this name, and where it had it before, its name now. */
  async bySlug(slug: string, now: Date): Promise<Published | { readonly movedTo: string } | undefined> {
    const organizationId = this.#bySlug.get(slug);
    if (this.#isBehind() && !this.#away) await this.#lookBriefly();
    const page = this.#pages.get(this.#bySlug.get(slug) ?? organizationId ?? "");
    if (page === undefined || page.slug === slug) return page;
    const was = page.former.find(({ name }) => name === slug);
    return was !== undefined && Date.parse(was.until) > now.getTime() ? { movedTo: page.slug } : undefined;
  }

  /** Whether this node has the page as of a version, or a later one. */
  has(organizationId: string, version: string): boolean {
    return !isOlder(this.#versions.get(organizationId), version);
  }

  /** The organization's page; undefined where it has none that is served. */
  of(organizationId: string): Published | undefined {
    return this.#pages.get(organizationId);
  }

  /** The name of the page that is served at a host name of its own. */
  slugAt(domain: string): string | undefined {
    return this.#byDomain.get(domain);
  }

  /** Since when it is not known whether the page is how it is, as RFC 3339; null while it is. */
  asOf(page: Published): string | null {
    if (this.#seenAt === undefined) return page.state.at;
    return this.#away || this.#isOld() ? this.#seenAt.toISOString() : null;
  }

  /** Looks once, however many ask for it. @throws where the database does not answer */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Whether a page may have been closed meanwhile, and nobody who closes it waits for this node any more, or yet. */
  #isBehind(): boolean {
    const isUnknown = this.#seenAt === undefined || !this.background.isStarted || this.#isOld();
    return isUnknown || this.#pending.size > 0;
  }

  async #lookBriefly(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    // A look that began before the change does not see it.
    const twice = (this.#looking ?? Promise.resolve()).then(() => this.look());
    await Promise.race([twice.catch(() => {}), waited]).finally(() => clearTimeout(timer));
  }

  async #lookAtAll(): Promise<void> {
    const at = currentTime();
    const began = performance.now();
    try {
      const versions = await this.#deps.versions();
      for (const organizationId of [...this.#pages.keys(), ...this.#versions.keys()])
        if (!versions.has(organizationId)) this.#drop(organizationId);
      this.#goesOn();
      await eachOnItsOwn([...versions], async ([organizationId, { version, awaited }]) => {
        if (this.#isDue(organizationId, version)) await this.#make(organizationId, version);
        this.#goesOn();
        if (awaited !== null && isOlder(this.#said.get(organizationId), awaited))
          if (await this.#deps.seen(organizationId, version)) this.#said.set(organizationId, version);
      });
      this.#followedAt = Math.max(began, this.#followedAt);
      this.#seenAt = at;
      this.#away = false;
    } catch (error) {
      // One page that cannot be made leaves the others as they are.
      this.#away = error instanceof Refusal && error.code === "unavailable";
      if (!this.#away) {
        this.#followedAt = Math.max(began, this.#followedAt);
        this.#seenAt = at;
      }
      throw error;
    }
  }

  /** A look with many pages to make takes long. What was lost sight of before is known at the end of a whole one. */
  #goesOn(): void {
    if (!this.#isOld()) this.#followedAt = performance.now();
  }

  #isOld(): boolean {
    return performance.now() - this.#followedAt > currentMs;
  }

  #isDue(organizationId: string, version: string): boolean {
    const began = this.#pending.get(organizationId);
    const moved = this.#versions.get(organizationId) !== version;
    if (began !== undefined && (moved || performance.now() - began > pendingMs))
      this.#pending.delete(organizationId);
    const madeAt = this.#madeAt.get(organizationId);
    return moved || (madeAt !== undefined && performance.now() - madeAt > renewMs);
  }

  async #make(organizationId: string, version: string): Promise<void> {
    const page = await this.#deps.make(organizationId, version);
    if (page === undefined) this.#drop(organizationId);
    else {
      this.#pages.set(organizationId, page);
      this.#madeAt.set(organizationId, performance.now());
      this.#keep(organizationId, page);
      this.#index();
    }
    this.#versions.set(organizationId, version);
  }

  #drop(organizationId: string): void {
    this.#versions.delete(organizationId);
    this.#said.delete(organizationId);
    this.#madeAt.delete(organizationId);
    if (!this.#pages.delete(organizationId)) return;
    this.#keep(organizationId, undefined);
    this.#index();
  }

  /** The name that a page has now comes before one that another had, and who had it last before who had it earlier. */
  #index(): void {
    const pages = [...this.#pages];
    const former = pages.flatMap(([id, page]) => page.former.map(({ name, until }) => ({ id, name, until })));
    this.#bySlug = new Map([
      ...former
        .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
        .map(({ id, name }): [string, string] => [name, id]),
      ...pages.map(([id, { slug }]): [string, string] => [slug, id]),
    ]);
    this.#byDomain = new Map(
      pages.flatMap(([, { domain, slug }]) => (domain === null ? [] : [[domain, slug]])),
    );
  }
}

/** @param version as the database has it; undefined for none yet */
function isOlder(version: string | undefined, than: string): boolean {
  return version === undefined || BigInt(version) < BigInt(than);
}
