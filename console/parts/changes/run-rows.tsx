/** The rows that records of one act are about, each once and as a link; of many the first. */
import { Fragment } from "react";
import { useDefinition } from "../../api/queries.ts";
import { type EntryRecord, RecordRow } from "../audit-entry.tsx";
import { Faded } from "../text.tsx";
import * as texts from "./texts.ts";

const most = 2;

export function RunRows({ run }: { readonly run: readonly EntryRecord[] }) {
  const rows = run.filter(
    ({ resource, row_id }, index) =>
      run.findIndex((one) => one.resource === resource && one.row_id === row_id) === index,
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
