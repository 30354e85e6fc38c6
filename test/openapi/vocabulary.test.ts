/**
 * One word for one thing, and one form of lists, in every call beyond the kinds' own (docs/api.md): the description is
 * read as it is served (test/golden.test.ts compares the file). Older words are taken and answered next to the present one,
 * and say so. What has other words alone is listed here, and nothing joins it.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";

const document: JsonObject = JSON.parse(readFileSync("test/golden/openapi.json", "utf8"));

/** Words that another one stands for. */
const otherWords: Readonly<Record<string, string>> = {
  resource: "kind",
  type: "kind",
  row_id: "id",
  from: "since",
  after: "since, or cursor",
  start: "since",
  to: "until",
  before: "until",
  end: "until",
  page: "cursor",
  offset: "cursor",
  per_page: "limit",
};

/** What of them each call has next to the present word, deprecated. */
const olderWords: Readonly<Record<string, readonly string[]>> = {
  list_audit_log: ["resource", "row_id"],
  get_timeline: ["from", "to"],
  list_references: ["resource"],
  row_history: ["resource"],
  list_services: ["page"],
  search_rows: ["page"],
};

/** Calls whose words are about something else, or another standard's, with the words that they have. */
const ownWords: Readonly<Record<string, readonly string[]>> = {
  // A place in the organization's chain, and no moment.
  list_audit_log: ["after"],
  // How old is old enough to be dropped.
  drop_deliveries: ["before"],
  // Both ends of a time, as shifts have them.
  list_shifts: ["from", "to"],
  list_shifts_of_person: ["from", "to"],
  on_call_load: ["from", "to"],
  take_shift: ["from", "to"],
  // A field of the kind, which the contract names.
  test_unsaved_connector: ["type"],
  test_unsaved_data_source: ["type"],
  // The steps of what is urgent, next to those of all other.
  get_steps: ["page"],
  set_steps: ["page"],
  // OAuth's parameter (RFC 8707).
  allow_client: ["resource"],
  deny_client: ["resource"],
  get_authorization: ["resource"],
};

/** Lists without `next_cursor`, by why they have none. */
const withoutCursor: Readonly<Record<string, readonly string[]>> = {
  "says what else there is where it is cut": [
    ...["get_members", "list_api_keys", "list_deliveries", "list_figures", "list_members"],
    "list_organization_members",
    ...["list_organizations", "list_scim_tokens", "list_sessions", "list_tokens"],
  ],
  "is whole, because there are few": [
    ...["count_rows", "get_diagnosis", "list_organization_use", "list_plan_quotas"],
    ...[
      "list_references",
      "list_renders",
      "list_second_factors",
      "list_views",
      "list_ways",
      "get_account_pages",
    ],
  ],
  "is whole, because the time that it is about is bounded": ["list_shifts", "list_shifts_of_person"],
  "has a line for each person": ["on_call_load"],
  "is an example, or a result, and no list of what there is": ["preview_alert_mute", "run_tests"],
};

function resolved(value: Json | undefined): JsonObject {
  if (!isObject(value)) return {};
  if (typeof value.$ref !== "string") return value;
  const steps = value.$ref.slice(2).split("/");
  return resolved(
    steps.reduce<Json | undefined>((at, step) => (isObject(at) ? at[step] : undefined), document),
  );
}

const membersOf = (schema: JsonObject) => (isObject(schema.properties) ? schema.properties : {});
const bodyOf = (message: JsonObject) =>
  resolved(resolved(isObject(message.content) ? message.content["application/json"] : undefined).schema);

/** Of each call what it takes by name, and what it answers. */
const calls = Object.entries(document.paths as Record<string, JsonObject>).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, call]) => {
    if (!path.startsWith("/api/v1/") || path.startsWith("/api/v1/config/")) return [];
    if (!isObject(call) || !["get", "post", "put", "patch", "delete"].includes(method)) return [];
    const parameters = (Array.isArray(call.parameters) ? call.parameters : []).map(resolved);
    const responses = call.responses as JsonObject;
    const body = membersOf(bodyOf(resolved(call.requestBody)));
    const taken = [
      ...parameters.filter((one) => one.in !== "header").map(({ name }) => String(name)),
      ...Object.keys(body),
    ];
    const answered = membersOf(bodyOf(resolved(responses[200] ?? responses[201])));
    const deprecated = [
      ...parameters.map((one) => [String(one.name), one] as const),
      ...[body, answered].flatMap((members) => Object.entries(members)),
    ].flatMap(([word, said]) => (resolved(said).deprecated === true ? [word] : []));
    return [{ name: String(call.operationId), taken, answered, deprecated }];
  }),
);

it("no call takes or answers by another word what has one already", () => {
  const found = calls.flatMap(({ name, taken, answered, deprecated }) => {
    const words = [...new Set([...taken, ...Object.keys(answered)])].filter(
      (word) => word in otherWords && !deprecated.includes(word),
    );
    return words.length === 0 ? [] : [[name, words.sort()] as const];
  });
  expect(Object.fromEntries(found)).toEqual(ownWords);
});

it("an older word is deprecated, and stands next to the present one", () => {
  const old = calls.filter(({ deprecated }) => deprecated.length > 0);
  expect(
    Object.fromEntries(old.map(({ name, deprecated }) => [name, [...new Set(deprecated)].sort()])),
  ).toEqual(olderWords);
  const alone = old.flatMap(({ name, taken, answered, deprecated }) =>
    deprecated
      .filter((word) => ![...taken, ...Object.keys(answered)].includes(otherWords[word] as string))
      .map((word) => `${name}: ${word}`),
  );
  expect(alone).toEqual([]);
});

it("what is listed is in data, and goes on at next_cursor", () => {
  const lists = calls.filter(({ name, answered }) => name.startsWith("list_") || "data" in answered);
  expect(lists.length).toBeGreaterThan(25);
  expect(lists.filter(({ answered }) => !("data" in answered)).map(({ name }) => name)).toEqual([]);
  const whole = lists.filter(({ answered }) => !("next_cursor" in answered)).map(({ name }) => name);
  expect(whole.sort()).toEqual(Object.values(withoutCursor).flat().sort());
});

it("a list that goes on takes cursor and limit, and each of these belongs to one", () => {
  const wrong = calls.flatMap(({ name, taken, answered }) => {
    const goesOn = "next_cursor" in answered;
    return ["cursor", "limit"]
      .filter((word) => taken.includes(word) !== goesOn && !(word === "limit" && "data" in answered))
      .map((word) => `${name}: ${word}`);
  });
  expect(wrong).toEqual([]);
});
