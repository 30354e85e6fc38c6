/** The files that the command line is given, as one bundle that can be sent. */
import { type Bundle, bundleOf } from "../../kernel/bundle-files.ts";
import { type Fault, faultLine } from "../../kernel/fault.ts";
import type { Kind } from "../../kernel/kind.ts";
import { visible } from "../plans/names.ts";
import { BundleFaults } from "./fault.ts";
import { filesOf } from "./files.ts";

export type { Bundle, BundleRow, Place } from "../../kernel/bundle-files.ts";

/**
 * Reads the files as one bundle. Secrets that name a variable get its value.
 * @throws BundleFaults with everything that is wrong, not the first alone
 */
export function readBundle(
  paths: readonly string[],
  kinds: ReadonlyMap<string, Kind>,
  env: NodeJS.ProcessEnv,
): Bundle {
  const faults: Fault[] = [];
  const bundle = bundleOf(filesOf(paths), kinds, env, faults);
  if (faults.length > 0)
    throw new BundleFaults(faults.map((fault) => ({ ...fault, message: visible(fault.message) })));
  return bundle;
}

/**
 * Before pruning by a bundle: a file that was cut short, or a pipe that broke, names nothing, and all would go.
 * @returns warnings of files that name no kind where others name some
 * @throws BundleFaults where the whole bundle names no kind
 */
export function checkPruning({ body, silent }: Bundle): readonly string[] {
  if (Object.keys(body).length > 0)
    return silent.map((file) =>
      faultLine({ at: undefined, file, message: "names no kind; rows that it named before are pruned" }),
    );
  const message =
    "names no kind, so that every row of the set would be pruned; if that is meant, give a file that names one without rows, such as teams: []";
  throw new BundleFaults(silent.map((file) => ({ at: undefined, file, message })));
}
