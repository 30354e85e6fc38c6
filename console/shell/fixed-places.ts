/** Every page, and every action that begins on one: what the palette finds whatever the rows are. Pure. */
import { allows, levelOfRole } from "../../src/kernel/access.ts";
import type { ActionDefinition, Definition } from "../../src/surfaces/console/definitions.ts";
import type { Membership } from "../api/shapes.ts";
import { specialOf } from "../kinds/special.ts";
import { newPath } from "../parts/paths.ts";
import { oneOf } from "../parts/words.ts";
import { actionPages } from "./action-pages.ts";
import { accountPages, menuPages, pagesFor } from "./all-pages.ts";
import { alsoOf } from "./also.ts";
import * as texts from "./texts.ts";

export interface Place {
  readonly key: string;
  readonly title: string;
  readonly what: string;
  readonly also: string | undefined;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

type Here = Pick<Membership, "id" | "slug" | "role">;
type Action = Pick<ActionDefinition, "name" | "title" | "level">;

/** @param here without an organization only the account's own places are left */
export function placesFor(
  here: Here | undefined,
  kinds: readonly Definition[],
  actions: readonly Action[],
  organizations: readonly Pick<Membership, "id" | "slug" | "name">[],
): readonly Place[] {
  const place = (key: string, title: string, what: string, to = key, search?: Place["search"]): Place => {
    return { key, title, what, also: alsoOf(key), to, ...(search === undefined ? {} : { search }) };
  };
  return [
    ...(here === undefined ? [] : pagesFor(here, kinds)).map(({ to, title, group }) =>
      place(to, title, group),
    ),
    ...(here === undefined ? [] : menuPages(here.slug)).map(({ to, title }) =>
      place(`menu ${to}`, title, texts.menu, to),
    ),
    ...accountPages.map(({ to, title }) => place(to, title, texts.account)),
    ...(here === undefined ? [] : actsFor(here, kinds, actions, place)),
    place("token", texts.newAccessToken, texts.action, "/account/tokens", { new: "yes" }),
    ...organizations
      .filter(({ id }) => id !== here?.id)
      .map(({ slug, name }) => place(slug, texts.goTo(name), texts.organization, `/o/${slug}`)),
  ];
}

function actsFor(
  { slug, role }: Here,
  kinds: readonly Definition[],
  actions: readonly Action[],
  place: (key: string, title: string, what: string, to?: string, search?: Place["search"]) => Place,
): readonly Place[] {
  const level = levelOfRole(role);
  const made = kinds.filter((one) => one.verbs.includes("create") && allows(level, one.level));
  return [
    ...made.flatMap((definition) => {
      const to = newPath(slug, definition.kind);
      const others = (specialOf(definition.kind).jobs ?? []).slice(1);
      return [
        place(to, texts.newOne(oneOf(definition)), texts.action),
        ...others.map(({ title, begins }) => place(`${to} ${title}`, title, texts.action, to, begins)),
      ];
    }),
    ...actions
      .filter(({ name, level: needed }) => actionPages[name] !== undefined && allows(level, needed))
      .map(({ name, title }) => place(name, title, texts.action, `/o/${slug}/${actionPages[name]}`)),
    ...(allows(level, "admin") ? adminActions : []).map(([path, title]) =>
      place(`${path}?new`, title, texts.action, `/o/${slug}/${path}`, { new: "yes" }),
    ),
  ];
}

const adminActions = [
  ["keys", texts.newApiKey],
  ["members", texts.inviteAMember],
] as const;
