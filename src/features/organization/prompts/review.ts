/**
 * A person's verdict on a template's content. It is for the console only, never for a key or a token, so it
 * is an account operation and no tool. Approval is bound to the hash of the content that stands when it is
 * made; `if_match` makes sure that this is the content that the reviewer read.
 */
import type { Call } from "../../../engine/context.ts";
import type { Engine } from "../../../engine/engine.ts";
import { type AccountOperation, type AccountRequest, accountOperation } from "../../../engine/operation.ts";
import type { FieldChange, StoredRow } from "../../../engine/ports/rows.ts";
import { viewOf } from "../../../engine/render.ts";
import { readCondition } from "../../../kernel/etag.ts";
import { choice, type ItemField, type Json, object, text } from "../../../kernel/field.ts";
import { fieldsOf } from "../../../kernel/kind.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { StateOf } from "../../../kernel/row-types.ts";
import { approvalsAfter, promptTemplates } from "../../../resources/prompt-templates.ts";

const action = "review_prompt_template";

type State = StateOf<typeof promptTemplates>;

const input = {
  decision: choice({ description: "Whether the content may be served.", choices: ["approve", "reject"] }),
  note: text({ description: "Why; shown to the author.", nullable: true }),
  if_match: text({
    description:
      "The ETag under which the content was read, as it was. The review is refused (412) when the template has changed since.",
    optional: true,
  }),
} as const;

export function reviewCall(engine: Pick<Engine, "mutateRow">): AccountOperation {
  return accountOperation({
    name: action,
    tag: "organization",
    title: "Review a prompt template",
    description:
      "Approves or rejects a template's content. An approval holds for this very content: the template may then be enabled, and other content that matches is flagged; content that was approved is approved again where it comes back. A rejection disables it.",
    method: "POST",
    path: `/api/v1/organizations/{org}/${promptTemplates.kind}/{id}/review`,
    credential: "session",
    level: "admin",
    subject: promptTemplates.kind,
    conditional: true,
    proposed: { never: "it is a look by itself, which no change policy holds" },
    input: { fields: input },
    status: 200,
    output: { value: rowShape() },
    async run(request) {
      const { decision, note, if_match } = request.body;
      const conditions = { ...request.conditions };
      if (if_match !== undefined) {
        if (conditions.ifMatch !== undefined) throw twice();
        conditions.ifMatch = readCondition("if_match", if_match);
      }
      const call = callOf(request);
      const review: State = {
        reviewed_by: call.caller.actor.name,
        reviewed_at: call.now.toISOString(),
        review_note: note,
      };
      const { row, etag, managedBy, warnings } = await engine.mutateRow(
        call,
        promptTemplates,
        request.path.id ?? "",
        {
          action,
          conditions,
          of: (before) => verdict(before, decision, review),
        },
      );
      return { body: row, etag, managedBy, warnings };
    },
  });
}

function twice(): Refusal {
  const message = "The version that was read stands in the header If-Match or in if_match: send one of them.";
  return new Refusal("bad_request", message, { field: "if_match" });
}

/** Status alone moves no ETag; a rejection that disables the template changes a setting, and does. */
function verdict(row: StoredRow, decision: "approve" | "reject", review: State) {
  const { configuration } = viewOf(promptTemplates, row);
  const approved = decision === "approve";
  const { approved_hash, approved_hashes } = approvalsAfter(row.state, configuration.content, approved);
  const after: State = {
    ...review,
    review_status: approved ? "approved" : "rejected",
    approved_hash,
  };
  const state = { ...after, approved_hashes };
  const changes = Object.entries(after).flatMap(([field, is]) =>
    changeOf(field, row.state[field] ?? null, is),
  );
  if (approved || !configuration.enabled) return { state, changes };
  return {
    state,
    configuration: { enabled: false },
    changes: [...changes, ...changeOf("enabled", true, false)],
  };
}

function changeOf(field: string, before: Json, after: Json): FieldChange[] {
  return before === after ? [] : [{ field, before, after }];
}

function callOf({ caller, requestId, address, now, run }: AccountRequest): Call {
  if (caller === undefined) throw new Error("the call was served without its caller");
  // It is somebody's look by itself.
  return { caller, door: "console", requestId, address, now, run, unheld: true };
}

/** A row as answers show it, for documents. */
function rowShape(): ItemField {
  const shapes = Object.entries(fieldsOf(promptTemplates)).flatMap(([name, field]): [string, ItemField][] => {
    if (field.type === "secret") return [];
    return [[name, field.type === "computed" ? field.shape : field]];
  });
  return object({ description: "The template after the review.", fields: Object.fromEntries(shapes) });
}
