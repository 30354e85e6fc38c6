// The faults that CI has to catch: a line of a source file that somebody could lose or turn round, and the tests that
// notice. `file` is the end of one path below src/; `find` stands there once. Both are said so shortly that what is
// around them may change. Who changes such a line changes this list too: `npm run mutations` says so.

/**
 * @typedef {object} Mutation
 * @property {string} fault what went wrong, as one would say it
 * @property {string} file
 * @property {string} find
 * @property {string} replace
 * @property {readonly string[]} tests names below test/, of which one has to fail
 */

/** @type {readonly Mutation[]} */
export const mutations = [
  {
    fault: "a plan is applied without its lock",
    file: "plans/queries/get-plan-locked.sql",
    find: "FOR UPDATE",
    replace: "",
    tests: ["plans/races"],
  },
  {
    fault: "who joins an organization and who leaves it lock nothing",
    file: "queries/lock-user.sql",
    find: "FOR UPDATE",
    replace: "",
    tests: ["identity/races"],
  },
  {
    fault: "a directory is used by two programs",
    file: "database/directory-lock.ts",
    find: "if (!(await lock(fd, path))) throw held",
    replace: "if (!(await lock(fd, path)) && fd < 0) throw held",
    tests: ["embedded/lock"],
  },
  {
    fault: "a delivery overtakes the one before it to the same target",
    file: "queries/claim-deliveries.sql",
    find: "AND (blocked.head IS NULL OR one.ordinal < blocked.head)",
    replace: "",
    tests: ["events/delivery", "alerts/order"],
  },
  {
    fault: "a refusal is not put on record",
    file: "engine/authorize.ts",
    find: "await recordRefusal(store, operation, { ...call, caller }, rowId);",
    replace: "",
    tests: ["mcp/parity"],
  },
  {
    fault: "the refusal of a guarding rule, such as a row in use, is not put on record",
    file: "engine/invoke.ts",
    find: "await recordRefusal(store, operation, call, input.id);",
    replace: "void input.id;",
    tests: ["mcp/parity-actions", "contract/references"],
  },
  {
    fault: "a record of the audit log is taken for genuine whatever its code",
    file: "audit/chain.ts",
    find: "return one.length === other.length && timingSafeEqual(one, other);",
    replace: "return one.length === other.length;",
    tests: ["audit/tampering"],
  },
  {
    fault: "what the vault signed is not compared",
    file: "database/vault.ts",
    find: "timingSafeEqual(found, expected)",
    replace: "found.length > 0",
    tests: ["database/vault"],
  },
  {
    fault: "a scope that reads writes",
    file: "kernel/access.ts",
    find: '"api:config_read": "read"',
    replace: '"api:config_read": "admin"',
    tests: ["contract/credentials", "identity/keys"],
  },
  {
    fault: "a key for one engine reads another's",
    file: "engine/authorize.ts",
    find: "if (isOwn && (rowId === undefined || rowId === connectorId)) return;",
    replace: "if (isOwn) return;",
    tests: ["identity/engine-keys"],
  },
  {
    fault: "any bearer is the operator",
    file: "rest/account-authentication.ts",
    find: "timingSafeEqual(digest(sent), operator)",
    replace: "digest(sent).length === operator.length",
    tests: ["identity/operator"],
  },
  {
    fault: "any password signs in",
    file: "identity/password.ts",
    find: "timingSafeEqual(derived, hash) && stored !== undefined",
    replace: "derived.length === hash.length && stored !== undefined",
    tests: ["identity/session"],
  },
  {
    fault: "another site's page writes with a session",
    file: "rest/origin.ts",
    find: "const fine = own === undefined ? isSameHost(origin, host) : origin === own;",
    replace: "const fine = origin !== undefined;",
    tests: ["identity/session", "identity/console-actions"],
  },
  {
    fault: "the session's cookie goes with other sites' requests",
    file: "rest/session-cookie.ts",
    find: 'sameSite: "strict"',
    replace: 'sameSite: "lax"',
    tests: ["identity/session"],
  },
  {
    fault: "a row is read without its organization",
    file: "queries/find-row.sql",
    find: "WHERE organization_id = :organization_id AND",
    replace: "WHERE :organization_id::text IS NOT NULL AND",
    tests: ["identity/tenants", "contract/row-actions", "contract/credentials"],
  },
  {
    fault: "a list has other organizations' rows",
    file: "queries/list-rows-in-order.sql",
    find: "WHERE organization_id = :organization_id AND",
    replace: "WHERE :organization_id::text IS NOT NULL AND",
    tests: ["contract/lists", "contract/credentials"],
  },
  {
    fault: "a secret stands in the answer",
    file: "engine/render.ts",
    find: "= row.secrets[name] !== undefined;",
    replace: "= (row.secrets[name] as string | undefined) ?? false;",
    tests: ["contract/secrets", "contract/shape"],
  },
  {
    fault: "If-Match takes a weak tag",
    file: "kernel/etag.ts",
    find: 'return !etag.startsWith("W/") && condition.tags.includes(etag);',
    replace: 'return condition.tags.some((tag) => tag.replace("W/", "") === etag.replace("W/", ""));',
    tests: ["contract/conditions", "contract/preconditions"],
  },
  {
    fault: "a write with an old If-Match goes through",
    file: "write/load.ts",
    find: "if (failed === undefined) return;",
    replace: 'if (failed !== "If-None-Match") return;',
    tests: ["contract/conditions", "contract/preconditions"],
  },
  {
    fault: "as many long calls as come are let in",
    file: "engine/scans.ts",
    find: "if (gate.open >= most.atOnce)",
    replace: "if (gate.open >= most.atOnce * 1_000)",
    tests: ["fairness/admission"],
  },
  {
    fault: "a plan deletes what others still point at first",
    file: "plan/order.ts",
    find: "placeOf(other) - placeOf(one)",
    replace: "placeOf(one) - placeOf(other)",
    tests: ["plans/sets"],
  },
  {
    fault: "Slack reads a name as a mention",
    file: "delivery/slack.ts",
    find: '.replaceAll("<", "&lt;")',
    replace: "",
    tests: ["events/outbound", "events/plan-notices"],
  },
  {
    fault: "a mail has a title's tags",
    file: "delivery/compose.ts",
    find: '.replaceAll("<", "&lt;")',
    replace: "",
    tests: ["events/delivery"],
  },
  {
    fault: "an exported text ends its own quotes",
    file: "hcl/syntax.ts",
    find: "text.replace(needsEscape, escapeCharacter)",
    replace: "text",
    tests: ["surfaces/hcl/export"],
  },
  {
    fault: "a search takes what is typed for a pattern",
    file: "database/like.ts",
    find: 'word.replace(/[\\\\%_]/g, "\\\\$&")',
    replace: "word",
    tests: ["features/lists", "features/services", "audit/list-audit-log"],
  },
  {
    fault: "a page may be framed by others",
    file: "openapi/serve-docs.ts",
    find: "\"frame-ancestors 'none'\",",
    replace: "",
    tests: ["security/headers"],
  },
  {
    fault: "the alert of a heartbeat with destinations of its own is thought to take the routes",
    file: "alerting/deciding.ts",
    find: 'return raiser ?? (byLabels ? byName.get(heartbeatOf(labels) ?? "") : undefined);',
    replace: "return raiser ?? (byLabels ? undefined : undefined);",
    tests: ["agreement/agreement"],
  },
  {
    fault: "the decider forgets when a mute ends",
    file: "alerts/outcome.ts",
    find: "mutes: mutes.map(timed),",
    replace: "mutes: mutes.map(timed).filter(({ heldUntil }) => heldUntil(opened.getTime()) !== undefined),",
    tests: ["agreement/agreement"],
  },
];
