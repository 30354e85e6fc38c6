/** Every kind there is, in alphabetical order: the order of documents and lists. */
import type { Kind } from "../kernel/kind.ts";
import { defineChangeNotifications } from "./change-notifications.ts";
import * as kinds from "./kinds.ts";

const others: readonly Kind[] = Object.values(kinds);

/** They can be narrowed to any kind, so their definition is made from the others. */
export const changeNotifications = defineChangeNotifications(others.map(({ kind }) => kind));

export const definitions: readonly Kind[] = [...others, changeNotifications].sort((a, b) =>
  a.kind < b.kind ? -1 : 1,
);
