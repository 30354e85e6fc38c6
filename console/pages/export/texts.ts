/** The texts of this folder. */

export const terraform = "Terraform";
export const bundle = "Bundle";
export const openslo = "OpenSLO";
export const exportNow = "Export";
export const theWholeConfigurationAsOne =
  "The whole configuration as one file: for Terraform, with an import block for each row, or as a bundle; planning either shows no changes. Or the SLOs as OpenSLO, for other tools. Secrets are left out.";
export const download = (filename: string) => `Download ${filename}`;
export const format = "Format";
export const kindsToExport = "Kinds to export";
export const everyKind = "Every kind";
export const clear = "Clear";
export const theFile = "The file";
export const theFirstOfLines = (previewLines: number, count: string) =>
  `The first ${previewLines} of ${count} lines.`;
export const lines = (count: string) => `${count} lines.`;
