/** A data source: whether it answers, and what a query gives there now. */
import { Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { namedActions } from "../../../api/calls.ts";
import { act } from "../../../api/client.ts";
import type { QueryOutcome } from "../../../api/engine-shapes.ts";
import { useForgetRows } from "../../../api/queries.ts";
import { PlainButton } from "../../../parts/buttons.tsx";
import { Card } from "../../../parts/card.tsx";
import { Form } from "../../../parts/form.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { useHere } from "../../../shell/session.ts";
import { DataSourceTest } from "../../connection-tests/connection-test.tsx";
import { QueryAnswer } from "../../connection-tests/query-answer.tsx";
import type { PartProps } from "../../part-props.ts";
import * as texts from "./texts.ts";

/** Types whose query languages the service knows. */
const queried = ["prometheus", "loki"];

export function DataSource(props: PartProps) {
  const { loaded, editing } = props;
  const here = useHere();
  const asks = !editing && here.allows("operate") && queried.includes(String(loaded.row.type));
  return (
    <>
      <DataSourceTest {...props} />
      {asks ? <QueryQuestion id={String(loaded.row.id)} /> : null}
    </>
  );
}

function QueryQuestion({ id }: { readonly id: string }) {
  const here = useHere();
  const forget = useForgetRows(here.slug);
  const [text, setText] = useState("");
  const query = text.trim();
  const ask = useMutation({
    mutationFn: async (query: string) =>
      (await act<QueryOutcome>(here.slug, namedActions.testQuery, { id, query })).body,
    // Its health has moved.
    onSuccess: forget,
  });
  // An answer is shown next to what was asked, and no longer.
  const current = ask.variables === query;
  const submit = () => {
    if (query !== "" && !ask.isPending) ask.mutate(query);
  };
  return (
    <Card title={texts.tryAQuery} about={texts.showsWhatItGivesNow}>
      <Form submit={submit}>
        <Textarea
          aria-label={texts.query}
          placeholder="up"
          autosize
          minRows={2}
          maxRows={12}
          mb="sm"
          classNames={{ input: "mono" }}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <PlainButton type="submit" disabled={query === ""} loading={ask.isPending}>
          {texts.tryIt}
        </PlainButton>
      </Form>
      <div aria-live="polite" style={{ marginTop: current ? 12 : 0 }}>
        {current ? <Refusal error={ask.error} /> : null}
        {current && ask.data !== undefined ? <QueryAnswer outcome={ask.data} /> : null}
      </div>
    </Card>
  );
}
