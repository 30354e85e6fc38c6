/** One record: a line, which unfolds into every field, and where it came from. */
import { Paper } from "@mantine/core";
import { useState } from "react";
import { useDefinition, useDefinitions } from "../../api/queries.ts";
import type { AuditRecord } from "../../api/shapes.ts";
import { throughWords } from "../../parts/audit-entry.tsx";
import { ChangeLine, TimedLine } from "../../parts/changes/line.tsx";
import { RunRows } from "../../parts/changes/run-rows.tsx";
import { ByPlan } from "../../parts/changes/whys.tsx";
import { kindsText, runText } from "../../parts/changes/words.ts";
import { Changes } from "../../parts/diff/changes.tsx";
import { pathOf, planPath } from "../../parts/paths.ts";
import { RunLink } from "../../parts/run-link.tsx";
import { Fine, LinkIn, Quiet } from "../../parts/text.tsx";
import { DatedMoment } from "../../parts/time.tsx";
import { Unfold } from "../../parts/unfold.tsx";
import { words } from "../../parts/words.ts";
import { useHere } from "../../shell/session.ts";
import * as texts from "./texts.ts";

export function Record({ record }: { readonly record: AuditRecord }) {
  const [open, setOpen] = useState(false);
  const label = texts.detailsOfRecord(record.sequence);
  return (
    <Paper component="article" px="sm" py={8} aria-label={texts.record(record.sequence)}>
      <ChangeLine record={record} lead={<Unfold open={open} set={setOpen} label={label} />} />
      {open ? <Details record={record} /> : null}
    </Paper>
  );
}

/** Records of one act, folded into a line. */
export function Run({ run }: { readonly run: readonly AuditRecord[] }) {
  const { kinds } = useDefinitions();
  const [open, setOpen] = useState(false);
  const [first] = run;
  if (first === undefined) return null;
  const about = run.map(
    ({ resource }) => kinds.find(({ kind }) => kind === resource)?.title ?? words(resource),
  );
  const label = texts.theRecordsFromOn(run.length, first.sequence);
  return (
    <Paper component="section" px="sm" py={8} aria-label={label}>
      <TimedLine
        at={first.at}
        lead={<Unfold open={open} set={setOpen} label={texts.show(label.toLowerCase())} />}
        breaks
      >
        <b>{first.actor.name}</b> {runText(run)}
        {first.plan_id ? <ByPlan plan={first.plan_id} /> : null}
        <Quiet span>{kindsText(about)}: </Quiet>
        <RunRows run={run} />
        {run.every((one) => one.run === first.run) ? <RunLink run={first.run} /> : null}
      </TimedLine>
      {open ? (
        <div className="run">
          {run.map((record) => (
            <Record key={record.sequence} record={record} />
          ))}
        </div>
      ) : null}
    </Paper>
  );
}

function Details({ record }: { readonly record: AuditRecord }) {
  const fields = useDefinition(record.resource)?.fields;
  return (
    <div className="record-details">
      <Changes changes={record.changes} fields={fields ?? {}} />
      <Fine mt={8}>
        {throughWords(record.actor.kind, record.door)}
        {record.address === null ? "" : ` · ${record.address}`} · <DatedMoment at={record.at} />
        <RunLink run={record.run} />
      </Fine>
      <Fine className="mono">
        #{record.sequence} · {record.action}
        {record.row_id === "" ? "" : ` · ${record.row_id}`} · {record.request_id}
        <Ways record={record} />
      </Fine>
    </div>
  );
}

/** A link whose page is known only as it is drawn takes no search of any type. */
const historySearch = { view: "history" } as never;

/** To the versions of the row, and to the plan that the record is a part of. */
function Ways({ record: { resource, row_id, plan_id } }: { readonly record: AuditRecord }) {
  const here = useHere();
  const { kinds } = useDefinitions();
  const known = row_id !== "" && kinds.some(({ kind }) => kind === resource);
  return (
    <>
      {known ? " · " : ""}
      {known ? (
        <LinkIn to={pathOf(here.slug, kinds, resource, row_id)} search={historySearch}>
          {texts.history}
        </LinkIn>
      ) : null}
      {plan_id ? " · " : ""}
      {plan_id ? <LinkIn to={planPath(here.slug, plan_id)}>{texts.plan}</LinkIn> : null}
    </>
  );
}
