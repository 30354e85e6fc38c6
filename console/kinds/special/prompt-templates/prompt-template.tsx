/** The review of a template: what the scanner matched, marked in the text, and the verdict of a person. */
import { Button, Group, List, Paper, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { send } from "../../../api/client.ts";
import { useForgetRows } from "../../../api/queries.ts";
import { LeaveGuard } from "../../../forms/leave-dialog.tsx";
import { SmallButton } from "../../../parts/buttons.tsx";
import { Cell } from "../../../parts/cell.tsx";
import { CodeBlock } from "../../../parts/code-block.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Quiet } from "../../../parts/text.tsx";
import { words } from "../../../parts/words.ts";
import { useHere } from "../../../shell/session.ts";
import type { PartProps } from "../../part-props.ts";
import { type Match, passages } from "./passages.ts";

export function PromptTemplate({ definition, loaded }: PartProps) {
  const here = useHere();
  const { row } = loaded;
  const status = String(row.review_status);
  const review = definition.fields.review_status;
  const matches = (row.flagged_patterns ?? []) as unknown as readonly Match[];
  return (
    <Paper component="section" aria-label="Review">
      <Group justify="space-between" mb="sm">
        <Title order={2}>Review</Title>
        {review?.type === "computed" ? (
          <Cell name="review_status" shape={review.shape} value={status} />
        ) : null}
      </Group>
      {status === "flagged" ? (
        <Text size="sm" mb="sm">
          {matches.length === 0
            ? "Earlier content was flagged; the scanner matches nothing in this one."
            : `The scanner matched ${matches.length === 1 ? "a passage" : `${matches.length} passages`}.`}{" "}
          No model gets the template until an org admin approves this content.
        </Text>
      ) : null}
      {status === "rejected" ? (
        <Text size="sm" mb="sm">
          A reviewer rejected this content. Change it, or approve it.
        </Text>
      ) : null}
      {matches.length === 0 ? null : (
        <>
          <List size="sm" spacing={4} mb="sm">
            {matches.map(({ category, excerpt }) => (
              <List.Item key={`${category}/${excerpt}`}>
                {words(category)}: <mark className="mono">{excerpt}</mark>
              </List.Item>
            ))}
          </List>
          <Marked content={String(row.content)} matches={matches} />
        </>
      )}
      {status === "approved" ? (
        <Quiet>
          {row.enabled === true
            ? row.is_default === true
              ? "Approved, enabled and the default: models get this prompt for its type."
              : "Approved and enabled, but another prompt is the default for its type."
            : "Approved, but not enabled."}
        </Quiet>
      ) : null}
      {here.allows("admin") ? <Decision loaded={loaded} status={status} /> : null}
    </Paper>
  );
}

function Marked({ content, matches }: { readonly content: string; readonly matches: readonly Match[] }) {
  return (
    <CodeBlock label="Content with matches" wrap style={{ maxHeight: 320, overflowY: "auto" }}>
      {passages(content, matches).map(({ text, at, category }) =>
        category === undefined ? (
          text
        ) : (
          <mark key={at} title={words(category)}>
            {text}
          </mark>
        ),
      )}
    </CodeBlock>
  );
}

function Decision({ loaded, status }: { readonly loaded: PartProps["loaded"]; readonly status: string }) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [note, setNote] = useState("");
  const review = useMutation({
    mutationFn: (decision: "approve" | "reject") =>
      send(
        "review_prompt_template",
        { org: here.slug, id: String(loaded.row.id) },
        {
          decision,
          ...(note === "" ? {} : { note }),
          // The verdict is about the content that stands on this page.
          ...(loaded.etag === "*" ? {} : { if_match: loaded.etag }),
        },
      ),
    onSuccess() {
      setNote("");
      forget();
    },
  });
  return (
    <Stack gap="sm" mt="md">
      <LeaveGuard dirty={() => note !== ""} />
      <Refusal error={review.error} />
      <Textarea
        label="Note"
        description="For the author. Kept in the audit log."
        autosize
        minRows={2}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group gap="xs">
        {status === "approved" ? null : (
          <Button
            size="xs"
            variant="light"
            onClick={() => review.mutate("approve")}
            loading={review.isPending}
          >
            Approve this content
          </Button>
        )}
        {status === "rejected" ? null : (
          <SmallButton
            c="var(--mantine-color-error)"
            onClick={() => review.mutate("reject")}
            disabled={review.isPending}
          >
            Reject
          </SmallButton>
        )}
      </Group>
    </Stack>
  );
}
