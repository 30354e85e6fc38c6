/**
 * The calls about a person's saved views of lists. They change nothing of the organization's set-up and are seen by
 * nobody else, so that the audit log does not hold them.
 */
import type { Registry } from "../../../engine/feature.ts";
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import { boolean, list, object, text, timestamp } from "../../../kernel/field.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { collectionOf } from "./search-rows.ts";
import type { StoredView, ViewOwner, ViewStore } from "./views-store.ts";

/** Of one kind; more are no help to find one. */
const mostViews = 50;

const name = text({ description: "What the person calls it.", max: 60, oneLine: true });
const query = text({
  description: "The search part of the list's address, such as q=pay&sort=-status.",
  min: 0,
  max: 2_000,
  oneLine: true,
});

const viewShape = object({
  description: "A saved view.",
  fields: {
    kind: text({ description: "The kind whose list it shows." }),
    name,
    query,
    saved_at: timestamp({ description: "When it was saved." }),
  },
});

const shared = { tag: "organization", credential: "session", level: "read", status: 200 } as const;
const path = "/api/v1/organizations/{org}/views";

export interface ViewDeps {
  readonly views: ViewStore;
  readonly definitions: Registry;
}

export function viewCalls({ views, definitions }: ViewDeps): AccountOperation[] {
  return [
    {
      ...shared,
      name: "list_views",
      title: "Your saved views",
      description: "The signed-in person's saved views of lists in the organization, by kind and name.",
      method: "GET",
      path,
      output: {
        value: object({
          description: "The views.",
          fields: { data: list({ description: "The views.", max: 10_000, items: viewShape }) },
        }),
      },
      run: async (request) => ({ body: { data: (await views.list(ownerOf(request))).map(shown) } }),
    },
    accountOperation({
      ...shared,
      name: "save_view",
      title: "Save a view",
      description:
        "Saves a view of a list under a name, in the place of the one of that name; at most 50 of one kind.",
      method: "PUT",
      path,
      input: { fields: { kind: text({ description: "The kind whose list it shows." }), name, query } },
      output: { value: viewShape },
      async run(request) {
        const owner = ownerOf(request);
        const view = { ...request.body, savedAt: request.now };
        collectionOf(definitions, view.kind);
        if ((await views.others(owner, view)) >= mostViews)
          throw new Refusal("conflict", `There are ${mostViews} views of this list; delete one first.`);
        await views.save(owner, view);
        return { body: shown(view) };
      },
    }),
    {
      ...shared,
      name: "delete_view",
      title: "Delete a view",
      description: "Deletes one of the signed-in person's saved views.",
      method: "DELETE",
      path: `${path}/{kind}/{name}`,
      output: {
        value: object({
          description: "What became of it.",
          fields: { deleted: boolean({ description: "Always true." }) },
        }),
      },
      async run(request) {
        const { kind = "", name = "" } = request.path;
        if (!(await views.remove(ownerOf(request), { kind, name })))
          throw new Refusal(
            "not_found",
            "There is no such view of yours; GET this list's views for those there are.",
          );
        return { body: { deleted: true } };
      },
    },
  ];
}

function ownerOf({ caller, session }: AccountRequest): ViewOwner {
  if (caller === undefined || session === undefined)
    throw new Error("a call in an organization has a caller with a session");
  return { organizationId: caller.organization.id, userId: session.user.id };
}

function shown({ kind, name, query, savedAt }: StoredView): JsonObject {
  return { kind, name, query, saved_at: savedAt.toISOString() };
}
