/** Where a kind's rows hold names of services, as its fields say (`names` in field.ts). */
import type { Field, Fields, Json } from "./field.ts";
import { isObject, type JsonObject } from "./validate.ts";

/** Whether two names are of one service: case, and blanks at the ends, make no other one. */
export function isSameService(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** A place in a row's settings where the name of a service stands. */
export interface NamingPlace {
  /** As a path of SQL/JSON. */
  readonly path: string;
  /** The setting that is the name itself; undefined where the name stands deeper. */
  readonly member: string | undefined;
  /** What the settings of a row contain that names the service there. */
  naming(service: string): JsonObject;
}

/** The places at which rows with these fields name services; none where they name none. */
export function namingPlaces(fields: Fields): readonly NamingPlace[] {
  return membersOf(fields).map(({ path, holding }) => ({
    path: `$${path}`,
    member: Object.keys(fields).find((name) => path === stepTo(name)),
    naming: (service) => holding(service) as JsonObject,
  }));
}

/** The names of services that a row with these fields holds, at every place. */
export function servicesIn(fields: Fields, configuration: JsonObject): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => namesIn(field, configuration[name] ?? null));
}

function namesIn(field: Field, value: Json): readonly string[] {
  switch (field.type) {
    case "text":
      return field.names === "service" && typeof value === "string" ? [value] : [];
    case "list":
      return Array.isArray(value) ? value.flatMap((item) => namesIn(field.items, item)) : [];
    case "object":
      return isObject(value) ? servicesIn(field.fields, value) : [];
    default:
      return [];
  }
}

interface Place {
  readonly path: string;
  holding(service: string): Json;
}

function membersOf(fields: Fields): readonly Place[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    placesIn(field).map(({ path, holding }) => ({
      path: `${stepTo(name)}${path}`,
      holding: (service: string) => ({ [name]: holding(service) }),
    })),
  );
}

function stepTo(name: string): string {
  return `.${JSON.stringify(name)}`;
}

function placesIn(field: Field): readonly Place[] {
  switch (field.type) {
    case "text":
      return field.names === "service" ? [{ path: "", holding: (service) => service }] : [];
    case "list":
      return placesIn(field.items).map(({ path, holding }) => ({
        path: `[*]${path}`,
        holding: (service) => [holding(service)],
      }));
    case "object":
      return membersOf(field.fields);
    default:
      return [];
  }
}
