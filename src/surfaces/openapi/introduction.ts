import { defaultLimits } from "../../kernel/field.ts";
import { jsonBounds } from "../../kernel/json.ts";
import { figure } from "../../kernel/readable.ts";

/** What holds for every call, so that no operation has to repeat it. */
export function introduction(listCap: number): string {
  return `One organization's set-up as rows of JSON: data sources, SLOs, alert routes, teams, the status page and more. Every call is scoped to the organization that its credential belongs to.

**Credentials.** Configuration takes an API key: \`api:admin\` reads and writes, \`api:config_read\` reads. Each operation names the level that it needs: \`read\`, \`operate\` or \`admin\`. The API belongs to the business plan.

**Bodies.** Nothing is coerced: \`"5"\` is no number, and \`null\` is no empty text. An unknown field is refused, and the message names the one that was likely meant. Lengths are counted in Unicode code points; NUL and unpaired surrogates are refused. A request body has at most 1 MiB, ${jsonBounds.depth} levels, ${figure(jsonBounds.members)} members an object and ${figure(jsonBounds.values)} members and items together; a plan may have 5 MiB, and as many members for each of them. The same member twice in one object, and the name \`__proto__\`, are 400. A timestamp is the instant that it names: written with another offset it is the same value. Its year lies in 1 to 9999 in UTC. Names are one line, in Unicode's composed form (NFC); a new one loses blanks at its ends, and one that differs from another row's by case or such blanks only is warned of. Lists hold at most ${defaultLimits.items} items and maps ${defaultLimits.entries} entries where a field says nothing else.

**What may be new.** Bodies are strict, answers are not: a later version may answer members that are not described here, and values that an \`enum\` does not list. Pass over a member that you do not know, and take an unknown value for "another one". Members and values that are described stay. Every moment in an answer is in UTC, with \`Z\`.

**Creating.** A field with a default may be left out. When a row with the same natural key exists, the answer is 409 with that row, and nothing is written. The natural key is each path's \`x-natural-key\`.

**Changing.** A PUT changes the fields that it names and keeps the others. What a GET answered may be sent back whole: fields that time moves are ignored, and other read-only and fixed fields must have their present value.

**Versions.** A row's ETag moves with its settings and with nothing else. Conditions are those of RFC 9110, \`If-Match\` first. \`If-Match\` makes a PUT, DELETE, GET or HEAD conditional: 412 carries the row as it is now; \`*\` skips the check. \`If-None-Match\` on GET answers 304 while nothing has changed: with a row's \`X-Content-Tag\` exactly while it reads the same, state too; with its \`ETag\` while nothing of it has moved since its settings were written. On a PUT that can create (a service binding, the first save of a setting) \`If-None-Match: *\` only creates, and is else 412. Actions on a row, such as a test or a restore, obey \`If-Match\` too; a call about what has no ETag refuses it with 400. Weak tags never match \`If-Match\`, and the 412 says so: a proxy that compresses answers makes them; a header that does not parse is 400, but for \`If-None-Match\` on a read, which is then ignored. A list's ETag is weak: it stands for everything that the list says, state too, and \`If-None-Match\` with it answers 304 while all of that is the same. The export and other answers without an ETag are named by no tag; a POST makes a new row whatever \`If-None-Match\` names, and is 412 with \`*\` or an \`If-Match\`.

**Repeating.** A call with an \`Idempotency-Key\` is done once, however often it is sent, to whichever node: for 24 hours the same key with the same body has the first answer again, with \`Idempotency-Replayed: true\`. Keys are a credential's own, in its organization. A refusal is not kept, so that the call may be made again. An answer with a secret in it, such as a new key, is given out again once.

**Plans.** \`POST /api/v1/plans\` takes many rows at once, shows what they would change and what would stop it, and changes nothing; \`POST /api/v1/plans/{id}/apply\` then does exactly that, whole or not at all. A bundle's rows are found by natural key, and a reference in them may be a natural key as an object.

**Runs.** A write may name the run that it is a part of, such as a CI job, in the header \`Orgconfig-Run\`: the audit log is filtered by it, and \`POST /api/v1/plans\` with \`undo_run\` takes back what the whole run changed.

**Secrets.** They go in and never come out: \`api_key\` is read back as the boolean \`api_key_set\`.

**Lists.** They are not paged. They are in order of the natural key unless the operation says otherwise, and are cut at ${listCap} rows, which \`truncated\` says. A query parameter named like a field of the natural key filters exactly.

**Compression.** A GET of anything but a single row is compressed with br or gzip where \`Accept-Encoding\` takes that and it pays.

**HEAD** works wherever GET does. Every answer carries \`X-Request-Id\`.`;
}
