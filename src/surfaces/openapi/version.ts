/**
 * The version of the API as the description says it. A test has it rise with what changed since the last release: the first
 * number where a client may have to change, the second where something is new (docs/contract.md, "What may change").
 */
export const contractVersion = "2.0.0";
