/**
 * Proves from the outside that conditional writes of a row are linearizable: from what clients asked, what
 * they were answered and when, it rebuilds the one order in which the row's versions can have followed each
 * other, and shows everything that no such order explains. A version is an ETag, which never returns; every
 * write carries a value of its own, so that what a client reads shows whose write it is.
 */

/** When the client sent its call, and when it had the answer, on one clock. */
interface Span {
  readonly invoked: number;
  readonly answered: number;
}

/** What a read showed, or the present row in a refusal. */
export interface Seen {
  readonly version: string;
  readonly value: string;
}

export type Call = Span &
  (
    | { readonly op: "read"; readonly seen: Seen }
    | { readonly op: "write"; readonly ifMatch: string; readonly value: string; readonly outcome: Outcome }
  );

type Outcome =
  | { readonly is: "done"; readonly version: string }
  /** 412, with the row as it is. */
  | { readonly is: "refused"; readonly seen: Seen }
  /** No answer, or one that leaves it open: it may have happened, or happen yet. */
  | { readonly is: "unknown" };

export interface Verdict {
  /** The row's versions in their order, the first included. */
  readonly versions: readonly Seen[];
  /** Writes without an answer that did happen. */
  readonly settled: number;
  /** Empty when the history is linearizable. */
  readonly problems: readonly string[];
}

type Write = Extract<Call, { op: "write" }>;

/** `calls` has to end with a read that followed every other call: what nobody saw cannot be proved. */
export function checkHistory(first: Seen, calls: readonly Call[]): Verdict {
  const problems: string[] = [];
  const values = valuesOf(first, calls, problems);
  const writers = writersOf(first, calls, values, problems);
  const successors = successorsOf(writers, problems);
  const versions: Seen[] = [];
  const places = new Map<string, number>();
  for (let version: string | undefined = first.version; version !== undefined && !places.has(version); ) {
    places.set(version, versions.length);
    versions.push({ version, value: values.get(version) as string });
    version = successors.get(version);
  }
  for (const [version, value] of values) {
    if (!places.has(version)) problems.push(`version ${version} (${value}) does not follow from the first`);
  }
  checkTimes(calls, places, writers, problems);
  const settled = [...writers.values()].filter(({ outcome }) => outcome.is === "unknown").length;
  return { versions, settled, problems };
}

function seenBy(call: Call): Seen | undefined {
  if (call.op === "read") return call.seen;
  if (call.outcome.is === "done") return { version: call.outcome.version, value: call.value };
  return call.outcome.is === "refused" ? call.outcome.seen : undefined;
}

/** Every version that anybody saw, with the value it had. */
function valuesOf(first: Seen, calls: readonly Call[], problems: string[]): Map<string, string> {
  const values = new Map([[first.version, first.value]]);
  for (const call of calls) {
    const seen = seenBy(call);
    if (seen === undefined) continue;
    const known = values.get(seen.version);
    if (known === undefined) values.set(seen.version, seen.value);
    else if (known !== seen.value)
      problems.push(`version ${seen.version} was seen as ${known} and as ${seen.value}`);
  }
  return values;
}

/** The write behind each version but the first. */
function writersOf(
  first: Seen,
  calls: readonly Call[],
  values: ReadonlyMap<string, string>,
  problems: string[],
): Map<string, Write> {
  const writers = new Map<string, Write>();
  const open = new Map<string, Write>();
  for (const call of calls) {
    if (call.op === "read") continue;
    const { outcome, value } = call;
    if (outcome.is === "unknown") open.set(value, call);
    if (outcome.is !== "done") continue;
    if (writers.has(outcome.version) || outcome.version === first.version)
      problems.push(`version ${outcome.version} was given to two writes`);
    writers.set(outcome.version, call);
  }
  for (const [version, value] of values) {
    if (version === first.version || writers.has(version)) continue;
    const write = open.get(value);
    if (write === undefined)
      problems.push(`version ${version} (${value}) was written by nobody, or a second time`);
    else writers.set(version, write);
    open.delete(value);
  }
  return writers;
}

/** What was written over each version: two writes over one mean that one of them was lost. */
function successorsOf(writers: ReadonlyMap<string, Write>, problems: string[]): Map<string, string> {
  const successors = new Map<string, string>();
  for (const [version, { ifMatch, value }] of writers) {
    const other = successors.get(ifMatch);
    if (other === undefined) successors.set(ifMatch, version);
    else problems.push(`lost update: ${value} and version ${other} were both written over ${ifMatch}`);
  }
  return successors;
}

/**
 * What was answered before a call was sent must not lie after it in the order of versions. A write stands
 * where its version begins, whoever saw a version just behind that.
 */
function checkTimes(
  calls: readonly Call[],
  places: ReadonlyMap<string, number>,
  writers: ReadonlyMap<string, Write>,
  problems: string[],
): void {
  const points: (Span & { place: number; reported: string })[] = [];
  for (const call of calls) {
    const seen = seenBy(call);
    const place = seen === undefined ? undefined : places.get(seen.version);
    if (seen === undefined || place === undefined) continue;
    const wrote = call.op === "write" && call.outcome.is === "done";
    const reported = `${call.op} that met ${seen.version}`;
    points.push({ ...call, place: wrote ? place : place + 0.5, reported });
    if (call.op === "write" && !wrote && call.ifMatch === seen.version)
      problems.push(`${call.value} was refused although ${call.ifMatch} was the present version`);
  }
  for (const [version, { invoked, outcome }] of writers) {
    const place = places.get(version);
    if (outcome.is !== "unknown" || place === undefined) continue;
    points.push({ invoked, answered: Number.POSITIVE_INFINITY, place, reported: `open write of ${version}` });
  }
  const byAnswer = points.toSorted((a, b) => a.answered - b.answered);
  let past = 0;
  let latest = { place: -1, reported: "" };
  for (const point of points.sort((a, b) => a.invoked - b.invoked)) {
    for (let next = byAnswer[past]; next && next.answered < point.invoked; next = byAnswer[++past]) {
      if (next.place > latest.place) latest = next;
    }
    if (latest.place > point.place)
      problems.push(`a ${point.reported} began after a ${latest.reported} had ended`);
  }
}
