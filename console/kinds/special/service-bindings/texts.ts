/** The texts of this folder. */

export const override = "Override";
export const discovered = "Discovered";
export const convention = "Convention";
export const unbound = "Unbound";
export const none = "none";
export const resolveAService = "Resolve a service";
export const showsWhatSearchesLook =
  "Shows what searches look for in each backend, with a binding or without.";
export const service = "Service";
export const environment = "Environment";
export const environmentNone = "environment (none)";
export const resolve = "Resolve";
export const resolved = "Resolved";
export const whatSearchesUse = "What searches use, and where each value comes from.";
