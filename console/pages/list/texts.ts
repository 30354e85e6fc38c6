/** The texts of this folder. */
import { figure } from "../../../src/kernel/readable.ts";

export const selectAllShown = "Select all shown";
export const select = (name: string) => `Select ${name}`;
export const selectedRows = "Selected rows";
export const selected = (count: string) => `${count} selected`;
export const selectTheFirst = (count: string, count2: string) =>
  `Select the first ${count} of ${count2} that match`;
export const selectAllThatMatch = (count: string) => `Select all ${count} that match`;
export const clearSelection = "Clear selection";
export const rows = (title: string, size: number, leftOut: number) =>
  `${title} ${size === 1 ? "1 row" : `${figure(size)} rows`}?${leftOut === 0 ? "" : ` ${figure(leftOut)} left out`}`;
export const rowsCount = (count: number, done: string) =>
  `${count === 1 ? "1 row" : `${figure(count)} rows`} ${done}.`;
export const assignATeam = "Assign a team";
export const noTeam = "No team";
export const team = "Team";
export const takeTheTeamFrom = "Take the team from";
export const assignTo = (team: string) => `Assign ${team} to`;
export const leftWithoutATeam = "left without a team";
export const givenTo = (team: string) => `given to ${team}`;
export const next = "Next";
export const enable = "Enable";
export const enabled = "enabled";
export const disable = "Disable";
export const disabled = "disabled";
export const deleteNow = "Delete";
export const deleted = "deleted";
export const filters = "Filters";
export const clearFilters = "Clear filters";
export const findA = (label: string) => `Find a ${label}`;
export const find = "Find";
export const nothingMatchesSentence = "Nothing matches.";
export const clear = (label: string) => `Clear ${label}`;
export const filter = "Filter";
export const on = "On";
export const yes = "Yes";
export const off = "Off";
export const no = "No";
export const none = "None";
export const more = "More";
export const moreFor = (name: string) => `More for ${name}`;
export const open = "Open";
export const edit = "Edit";
export const duplicate = "Duplicate";
export const history = "History";
export const itCannotBeDeleted = "It cannot be deleted";
export const views = "Views";
export const searchFilterAndSort =
  "Search, filter and sort the list, then save that as a view. Only you see your views.";
export const saveThisViewAs = "Save this view as";
export const replace = "Replace";
export const save = "Save";
export const renameTheView = (name: string) => `Rename the view ${name}`;
export const deleteTheView = (name: string) => `Delete the view ${name}`;
export const newNameOfTheView = (name: string) => `New name of the view ${name}`;
export const anotherViewHasThisName = "Another view has this name.";
export const rename = "Rename";
export const searchTitle = (title: string) => `Search ${title}`;
export const search = "Search";
export const nothingMatches = "Nothing matches";
export const noMatchTheSearch = (title: string) => `No ${title} match the search and the filters.`;
export const clearThem = "Clear them";
export const columns = "Columns";
export const defaultColumns = "Default columns";
export const isNowOf = (name: string, count: number, count2: number) =>
  `${name} is now ${count} of ${count2}.`;
export const dragARowOrUse = "Drag a row, or use its arrows. Nothing is saved until you save the order.";
export const orderOf = (title: string) => `Order of ${title}`;
export const moveUp = (name: string) => `Move ${name} up`;
export const moveDown = (name: string) => `Move ${name} down`;
export const checkingWhatItWouldChange = "Checking what it would change…";
export const problems = (count: string) => `Problems: ${count}`;
export const warnings = (count: string) => `Warnings: ${count}`;
export const somebodyChangedTheseRowsAfter =
  "Somebody changed these rows after you opened the list. Close it, look at their order, then order them again.";
export const theOrderOfIsSaved = (title: string) => `The order of ${title} is saved.`;
export const cancel = "Cancel";
export const saveOrder = "Save order";
export const kind = "kind";
export const newOne = (one: string) => `New ${one}`;
export const changeOrder = "Change order";
export const noYet = (title: string) => `No ${title} yet`;
export const somebodyWithTheRoleCan = (definition: string) =>
  `Somebody with the role ${definition} can create the first one.`;
export const tooManyToMove = "Too many to move by hand";
export const setThePosition = "Set the position of a row in its form, or send an order through the API.";
export const backToTheList = "Back to the list";
export const found = (count: string) => `${count} found`;
export const inTotal = (count: string) => `${count} in total`;
export const rangeOf = (first: string, last: string, all: string) => `${first}–${last} of ${all}`;
export const offAnd = (said: string) => `off · ${said}`;
export const changeAField = "Change a field";
export const field = "Field";
export const setTo = (field: string, value: string) => `Set ${field} to ${value} in`;
export const changed = "changed";
