/** Every kind there is, in alphabetical order: the order of documents and lists. */
import type { Kind } from "../kernel/kind.ts";
import { changeNotificationsKind, defineChangeNotifications } from "./change-notifications.ts";
import { defineChangePolicies } from "./change-policies.ts";
import * as kinds from "./kinds.ts";

const others: readonly Kind[] = Object.values(kinds);
const names = others.map(({ kind }) => kind);

/** It can be narrowed to any kind, so its definition is made from the others. */
export const changePolicies = defineChangePolicies([...names, changeNotificationsKind]);

/** They can be narrowed to any kind, so their definition is made from the others. */
export const changeNotifications = defineChangeNotifications([...names, changePolicies.kind].sort());

export const definitions: readonly Kind[] = [...others, changeNotifications, changePolicies].sort((a, b) =>
  a.kind < b.kind ? -1 : 1,
);
