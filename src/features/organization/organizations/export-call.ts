/** One organization in a file, as `orgconfig restore --organization` takes it: for who leaves, and before it is deleted. */
import type { Database } from "../../../database/database.ts";
import type { AccountOperation } from "../../../engine/operation.ts";
import { text } from "../../../kernel/field.ts";
import { operatorAuthor, organizationNamed, trailOf } from "../../identity/index.ts";
import { contentOf, exportFile } from "./export-file.ts";
import { type OrganizationsDeps, path, shared } from "./standing-calls.ts";

export function exportCall(
  { people, organizations }: OrganizationsDeps,
  database: Database,
): AccountOperation {
  return {
    ...shared,
    name: "export_organization",
    title: "Export an organization",
    description:
      "One organization as a file: its rows, people, keys, history and audit log, as of one moment. What is sealed stays sealed, and needs the installation's keys; passwords are left out. `orgconfig restore FILE --organization ORG` puts it into another installation. It is noted when it was handed over whole; then an organization that is to be deleted can be.",
    method: "GET",
    path: `${path}/export`,
    file: "application/gzip",
    output: { value: text({ description: "The file: JSON in lines, compressed." }) },
    async run(request) {
      const { id, slug } = await organizationNamed(people.identity, request.path.id ?? "");
      const context = { action: "export_organization", resource: shared.subject, rowId: id };
      const trail = trailOf(operatorAuthor(request), [id], context);
      return {
        body: {},
        file: {
          filename: `${slug}.orgconfig.gz`,
          async open() {
            const at = await organizations.time();
            const file = await exportFile(database, id);
            const note = () => organizations.noteExport(id, at, trail);
            return { content: contentOf(file, note), bytes: file.bytes };
          },
        },
      };
    },
  };
}
