/** The kinds whose rows name services, where, and the name that a service has. */
export { createServiceNames, type FindServiceName, type FoundName, meantName } from "./find.ts";
export { eachPlace, type NamingKind, namedBy, namingKinds } from "./kinds.ts";
