/** A person's own ways to look at lists. */
export interface ViewStore {
  /** By kind, then by name. */
  list(owner: ViewOwner): Promise<readonly StoredView[]>;
  /** How many views of the kind the person has next to this one. */
  others(owner: ViewOwner, view: Pick<StoredView, "kind" | "name">): Promise<number>;
  /** In the place of the one of the same name, where there is one. */
  save(owner: ViewOwner, view: StoredView): Promise<void>;
  /** @returns whether there was one */
  remove(owner: ViewOwner, view: Pick<StoredView, "kind" | "name">): Promise<boolean>;
}

export interface ViewOwner {
  readonly organizationId: string;
  readonly userId: string;
}

export interface StoredView {
  readonly kind: string;
  readonly name: string;
  /** The search of the list's address: `q=pay&sort=-status`. */
  readonly query: string;
  readonly savedAt: Date;
}
