/** The rows that records of one act are about, each once and as a link; of many the first. */
import { Fragment } from "react";
import { useDefinition, useDefinitions } from "../../api/queries.ts";
import { type EntryRecord, isNamed, RecordRow } from "../audit-entry.tsx";
import { Faded } from "../text.tsx";
import * as texts from "./texts.ts";

const most = 2;

export function RunRows({ run }: { readonly run: readonly EntryRecord[] }) {
  const { kinds } = useDefinitions();
  const rows = run.filter(
    (record, index) =>
      isNamed(
        kinds.find(({ kind }) => kind === record.resource),
        record,
      ) && run.findIndex((one) => one.resource === record.resource && one.row_id === record.row_id) === index,
  );
  return (
    <>
      {rows.slice(0, most).map((record, index) => (
        <Fragment key={`${record.resource} ${record.row_id}`}>
          {index === 0 ? null : ", "}
          <OfKind record={record} />
        </Fragment>
      ))}
      {rows.length > most ? <Faded>{texts.andMore(rows.length - most)}</Faded> : null}
    </>
  );
}

function OfKind({ record }: { readonly record: EntryRecord }) {
  return <RecordRow definition={useDefinition(record.resource)} record={record} />;
}
