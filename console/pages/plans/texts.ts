/** The texts of this folder. */

export const itNamesNoKind =
  "It names no kind, so that every row of the set would be deleted. If you want that, write a kind without rows, such as teams: []";
export const mustBeAnObject = "Must be an object of kinds, such as teams with a list of teams.";
export const orPasteIt = "Or paste it";
export const theText = "The text";
export const stayAsTheyAre = "Stay as they are";
export const areDeleted = "Are deleted";
export const leaveTheSet = "Leave the set";
export const planABundle = "Plan a bundle";
export const yamlOrJson = "YAML or JSON, as the export writes it. Nothing changes until the plan is applied.";
export const yamlAndJsonFilesHere = ".yaml and .json files here. Several are one bundle.";
export const plan = "Plan";
export const set = "Set";
export const whoOwnsTheRowsWithout = "Who owns the rows. Without one, nobody does.";
export const rowsOfTheSet = "Rows of the set that are not named";
export const takeOverRows = "Take over rows that the set does not own";
export const theReaderOfYaml = "The reader of YAML";
export const problems = (count: string) => `Problems: ${count}`;
export const goToLine = (line: number) => `Go to line ${line}`;
export const goToIt = "Go to it";
export const plans = "Plans";
export const changeManyRowsAtOnce =
  "Change many rows at once: see first what would change, apply all of it or nothing, and take it back.";
export const sets = "Sets";
export const aSetOwnsTheRows =
  "A set owns the rows that its bundle names. Drift is what was changed outside of it.";
export const rows = "Rows";
export const applied = "Applied";
export const driftOf = (name: string) => `Drift of ${name}`;
export const drift = "Drift";
export const recentPlans = "Recent plans";
export const noPlansYetThey =
  "No plans yet. They are kept for a day after they expire, and for 30 days after they were applied.";
export const status = "Status";
export const made = "Made";
export const by = (name: string) => `by ${name}`;
export const atLine = (line: number) => `line ${line}`;
export const atColumn = (column: number) => `column ${column}`;
