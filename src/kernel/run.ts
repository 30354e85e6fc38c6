/**
 * The run that a call is a part of, as whoever makes it calls it: a Terraform run, a CI job, an agent's session. It
 * stands in every audit record that the call writes, and what all calls of a run changed is taken back together.
 */
export const runHeader = "Orgconfig-Run";
export const longestRun = 200;

/** Printable ASCII, as a header can hold it (RFC 9110 §5.5), without spaces around it. */
const printable = /^[!-~](?:[ -~]{0,198}[!-~])?$/;

export function isRun(text: string): boolean {
  return printable.test(text);
}

/** What a run's name is made of, as the end of a sentence. */
export const runForm = `1 to ${longestRun} printable characters of ASCII, with no space at either end, such as ci-4711`;

/** A run named by parts from elsewhere, as much of them as fits; undefined where nothing of them is printable. */
export function runNamed(...parts: readonly string[]): string | undefined {
  const text = parts
    .map((part) => part.trim().replace(/[^ -~]/g, "?"))
    .filter((part) => part !== "")
    .join(" ")
    .slice(0, longestRun)
    .trim();
  return text === "" ? undefined : text;
}
