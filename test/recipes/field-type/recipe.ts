import type { Edit, Recipe } from "../plant.ts";

/** In a switch over the types of fields, what is done with a date is done with a time of day. */
function asDate(file: string): Edit {
  return { file, find: '    case "date":\n', put: '    case "date":\n    case "time_of_day":\n' };
}

/** A case of its own before the one of a date. */
function before(file: string, find: string, put: string): Edit {
  return { file, find, put: `${put}${find}` };
}

/** A time of day, such as 09:30. */
export const recipe: Recipe = {
  files: {
    "console/forms/time-of-day-input.tsx": "time-of-day-input.tsx.txt",
    "test/kernel/time-of-day.test.ts": "time-of-day.test.ts.txt",
  },
  edits: [
    before(
      "src/kernel/field-types.ts",
      "export interface ListField extends Common {\n",
      'export interface TimeOfDayField extends Common {\n  readonly type: "time_of_day";\n  readonly default?: string | null;\n}\n\n',
    ),
    before("src/kernel/field-types.ts", "  | ListField\n", "  | TimeOfDayField\n"),
    {
      file: "src/kernel/field.ts",
      find: "  TextField,\n",
      put: "  TextField,\n  TimeOfDayField,\n",
    },
    before(
      "src/kernel/field.ts",
      "/** A list defaults to empty;",
      'export function timeOfDay<const O extends Options<TimeOfDayField>>(options: O): Built<TimeOfDayField, O> {\n  return { type: "time_of_day", ...options } as const;\n}\n\n',
    ),
    {
      file: "src/kernel/row-types.ts",
      find: 'F extends { readonly type: "text" | "timestamp" | "date" | "reference" }',
      put: 'F extends {\n  readonly type: "text" | "timestamp" | "date" | "time_of_day" | "reference";\n}',
    },
    { file: "src/kernel/findable.ts", find: '  "date",\n', put: '  "date",\n  "time_of_day",\n' },
    before(
      "src/kernel/timestamps.ts",
      "export const datePattern",
      'export const timeOfDayPattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";\n',
    ),
    {
      file: "src/kernel/schema.ts",
      find: "import { datePattern, timestampPattern }",
      put: "import { datePattern, timeOfDayPattern, timestampPattern }",
    },
    before(
      "src/kernel/schema.ts",
      '    case "date":\n      return { type',
      '    case "time_of_day":\n      return { type, description, pattern: timeOfDayPattern };\n',
    ),
    before("src/kernel/schema.ts", '  date: "string",\n', '  time_of_day: "string",\n'),
    before(
      "src/kernel/validate.ts",
      '    case "date":\n      if (typeof',
      '    case "time_of_day":\n      if (typeof value === "string" && new RegExp(timeOfDayPattern).test(value)) return value;\n      return fail("must be a time of day written HH:MM, such as 09:30");\n',
    ),
    before(
      "src/kernel/validate.ts",
      '  date: "write a date',
      '  time_of_day: "write a time of day such as 09:30",\n',
    ),
    {
      file: "src/kernel/validate.ts",
      find: "import { inUtc, isDate, parseTimestamp }",
      put: "import { inUtc, isDate, parseTimestamp, timeOfDayPattern }",
    },
    asDate("src/surfaces/hcl/export.ts"),
    asDate("src/surfaces/terraform/schema.ts"),
    before(
      "src/surfaces/terraform/describe.ts",
      '    case "date":\n',
      '    case "time_of_day":\n      return "Written `HH:MM`, in UTC.";\n',
    ),
    {
      file: "console/forms/field.tsx",
      find: 'import { DateInput, TimestampInput } from "./time-input.tsx";\n',
      put: 'import { DateInput, TimestampInput } from "./time-input.tsx";\nimport { TimeOfDayInput } from "./time-of-day-input.tsx";\n',
    },
    before(
      "console/forms/field.tsx",
      '    case "date":\n',
      '    case "time_of_day":\n      return <TimeOfDayInput {...props} field={field} />;\n',
    ),
    asDate("console/forms/prefilled.ts"),
    ...["console/kinds/summary/shown.tsx", "console/parts/cell.tsx"].map((file) =>
      before(
        file,
        '    case "date":\n',
        '    case "time_of_day":\n      return <Plain>{String(value)}</Plain>;\n',
      ),
    ),
    before(
      "console/parts/diff/value.tsx",
      '    case "date":\n',
      '    case "time_of_day":\n      return <Plain>{brief(of)}</Plain>;\n',
    ),
  ],
  tests: ["test/kernel/time-of-day.test.ts"],
};
