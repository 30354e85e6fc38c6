/**
 * The files of credentials that rendered modules name: how a module names one, and how whoever brings the modules to an
 * engine finds those names again. Nobody else's text has their form: it stands quoted in a line, at another depth.
 */

/** The folder of the files, below the engine's directory. */
export const credentialFolder = "secrets";

/** Stands for the engine's directory, which whoever writes the modules there knows. */
const directoryMark = "__DIRECTORY__";

/** How a module's `authorization` names the file of a check's credentials. */
export function credentialsFile(checkId: string): string {
  return `${directoryMark}/${credentialFolder}/${checkId}`;
}

/** An `authorization` of a module, as it is rendered: lines that begin with six and eight spaces. */
const named = new RegExp(
  String.raw`^( {6}authorization:\n {8}type: .*\n {8}credentials_file: )"${directoryMark}/${credentialFolder}/([\w-]+)"$`,
  "gm",
);
/** Lines that are indented by at most so many spaces are between modules: what is between two of them is read as one. */
export const moduleIndent = 2;

/** The checks whose credentials these lines name. */
export function credentialNamesIn(lines: string): string[] {
  return Array.from(lines.matchAll(named), ([, , id = ""]) => id);
}

/** The same lines with the engine's directory in the names of the files. */
export function withDirectory(lines: string, directory: string): string {
  return lines.replace(named, (_, before: string, id: string) => {
    return `${before}${JSON.stringify(`${directory}/${credentialFolder}/${id}`)}`;
  });
}
