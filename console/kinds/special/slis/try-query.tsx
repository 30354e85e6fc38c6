/** Runs the query that stands in a field just now, saved or not, on the data source that the form names. */
import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import type { QueryOutcome } from "../../../api/engine-shapes.ts";
import { SmallButton } from "../../../parts/buttons.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Fine } from "../../../parts/text.tsx";
import { useHere } from "../../../shell/session.ts";
import { QueryAnswer } from "../../connection-tests/query-answer.tsx";
import type { FieldPartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

export function TryQuery({ name, label, form }: FieldPartProps) {
  const here = useHere();
  const query = form.value(name);
  const id = form.value("data_source_id");
  const ask = useMutation({
    mutationFn: async (input: { readonly id: string; readonly query: string }) =>
      (await act<QueryOutcome>(here.slug, namedActions.testQuery, input)).body,
  });
  if (!here.allows("operate") || typeof query !== "string" || query.trim() === "") return null;
  // An answer is shown next to what was asked, and no longer.
  const current = ask.variables?.query === query && ask.variables.id === id;
  return (
    <Stack gap={6} mt={6} align="flex-start">
      <SmallButton
        aria-label={texts.tryItLabel(label)}
        disabled={typeof id !== "string"}
        loading={ask.isPending}
        onClick={() => ask.mutate({ id: String(id), query })}
      >
        {texts.tryIt}
      </SmallButton>
      {typeof id === "string" ? null : <Fine>{texts.chooseADataSourceFirst}</Fine>}
      <div aria-live="polite" style={{ width: "100%" }}>
        {current ? <Refusal error={ask.error} /> : null}
        {current && ask.data !== undefined ? (
          <section aria-label={texts.answerTo(label)}>
            <QueryAnswer outcome={ask.data} />
          </section>
        ) : null}
      </div>
    </Stack>
  );
}
