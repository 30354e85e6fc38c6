/**
 * Files with secrets that rendered files name: how one is named, and how whoever brings rendered files to an engine
 * finds those names again. Nobody else's text has their form: it stands quoted in a line, at another depth or behind
 * another key.
 */

/** The folder of secrets, below the engine's directory. */
export const credentialFolder = "secrets";

/** Stands for the engine's directory, which whoever writes the files there knows. */
const directoryMark = "__DIRECTORY__";

/** How a rendered file names one that is next to it, such as intake.key. */
export function fileNextTo(name: string): string {
  return `${directoryMark}/${name}`;
}

/** How a rendered file names that of a secret, which goes by the id of the row that has it. */
export function credentialsFile(id: string): string {
  return fileNextTo(`${credentialFolder}/${id}`);
}

/** The files that rendered modules and routes are in. */
export const blackboxFile = "blackbox.yml";
export const alertmanagerFile = "alertmanager.yml";

/** By the rendered file: where it names others. Their names are the last group. */
const forms: Readonly<Record<string, RegExp>> = {
  // An `authorization` of a module, in lines that begin with six and eight spaces: headers have names of people's.
  [blackboxFile]: named(String.raw`( {6}authorization:\n {8}type: .*\n {8}credentials_file: )`),
  // No key of this file is anybody else's.
  [alertmanagerFile]: named("( +(?:- )?[a-z_]+_file: )"),
};

function named(before: string): RegExp {
  return new RegExp(String.raw`^${before}"${directoryMark}/((?:${credentialFolder}/)?[\w.-]+)"$`, "gm");
}

/** Lines that are indented by at most so many spaces are between modules: what is between two of them is read as one. */
export const moduleIndent = 2;

/** The rows whose secrets these lines of a rendered file name. */
export function credentialNamesIn(file: string, lines: string): string[] {
  const form = forms[file];
  if (form === undefined) return [];
  const start = `${credentialFolder}/`;
  return Array.from(lines.matchAll(form), ([, , path = ""]) => path)
    .filter((path) => path.startsWith(start))
    .map((path) => path.slice(start.length));
}

/** The same lines with the engine's directory in the names of other files. */
export function withDirectory(file: string, lines: string, directory: string): string {
  const form = forms[file];
  if (form === undefined) return lines;
  return lines.replace(form, (_, before: string, path: string) => {
    return `${before}${JSON.stringify(`${directory}/${path}`)}`;
  });
}
