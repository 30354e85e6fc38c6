/** Reads what programs say of themselves at /metrics. Whatever they answer is read in one pass. */

/** A longer line is read up to here: a metric with a version is far shorter. */
const longestLine = 1_000;

/** What follows a name at the beginning of a line, for each such line, as far as the line is read. */
function* linesOf(text: string, beginning: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found === -1 ? text.length : found;
    if (text.startsWith(beginning, start))
      yield text.slice(start + beginning.length, Math.min(end, start + longestLine));
    start = end + 1;
  }
}

/** The value of a label of a metric's first series that has it; undefined where none has. */
function labelIn(text: string, metric: string, label: string): string | undefined {
  const member = new RegExp(`(?:^|,)\\s?${label}="([^"]+)"`);
  for (const line of linesOf(text, `${metric}{`)) {
    const value = member.exec(line)?.[1];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The sum of a metric's series; 0 where there are none. */
export function sumOf(metrics: string, metric: string): number {
  let sum = 0;
  for (const line of linesOf(metrics, `${metric}{`)) {
    const value = Number(line.slice(line.lastIndexOf(" ") + 1));
    if (Number.isFinite(value)) sum += value;
  }
  return sum;
}

/** The version of vmalert, without the v that some programs write before it. */
export function vmalertVersion(metrics: string): string | undefined {
  return labelIn(metrics, "vm_app_version", "short_version")?.replace(/^v/, "");
}

export function blackboxVersion(metrics: string): string | undefined {
  return labelIn(metrics, "blackbox_exporter_build_info", "version");
}

export function alertmanagerVersion(metrics: string): string | undefined {
  return labelIn(metrics, "alertmanager_build_info", "version");
}
