/** The texts of this folder. */

export const aAn =
  "a an the its it is are of for to in on and or this that by with whether which what who here be has";
export const empty = "Empty";
export const upToCharacters = (min: number, max: number) =>
  `${min > 1 ? `${min} to ` : "Up to "}${max} characters.`;
export const oneOf = (list: string) => `One of ${list}.`;
export const moreThanLessThan = (words: string, words2: string) => `More than ${words}, less than ${words2}.`;
export const nothing = "nothing";
export const anyBound = "any bound";
export const atLeastAtMost = (min: number, max: number) => `At least ${min}, at most ${max}.`;
export const atMost = (max: number) => `At most ${max}.`;
export const atMostEntries = (maxEntries: number) => `At most ${maxEntries} entries.`;
export const defaultOff = (start: boolean) => `Default: ${start ? "on" : "off"}.`;
export const defaultField = (field: string) => `Default: ${field}.`;
export const defaultStart = (start: string) => `Default: ${start}.`;
export const documentation = "Documentation";
export const theCannotBeLoadedRight = (what: string) => `The ${what} cannot be loaded right now`;
export const noYet = (what: string) => `No ${what} yet`;
export const openIt = "Open it";
export const none = "None";
export const choose = "Choose";
export const noMatch = "No match";
export const clear = "Clear";
export const notSet = "Not set";
export const addOne = (when: boolean, words: string) => `Add ${when ? "one" : words}`;
export const setToNone = "Set to none";
export const unset = "Unset";
export const removeWords = (words: string) => `Remove ${words}`;
export const known = "Known";
export const remove = "Remove";
export const set = "Set";
export const kind = "Kind";
export const token = '{"token": "…"}';
export const moreSettings = "More settings";
export const addEntry = "Add entry";
export const key = (label: string, count: number) => `${label}: key ${count}`;
export const value = (label: string, count: number) => `${label}: value ${count}`;
export const removeEntry = (key: string, count: number) => `Remove ${key === "" ? `entry ${count}` : key}`;
export const thisKeyHasItsOwn = "This key has its own input above.";
export const writeAKey = "Write a key for this value.";
export const thisKeyIsThereTwice = "This key is there twice; write another one.";
export const itIsTooDetailedChoose = "It is too detailed: choose a simpler picture.";
export const itIsNoPicture = "It is no picture that a browser can open. Save it as PNG or JPEG.";
export const onALightPage = "On a light page";
export const onADarkPage = "On a dark page";
export const chooseAFile = "Choose a file";
export const chooseAnotherFile = "Choose another file";
export const oftenChosen = "Often chosen";
export const knownAsCapitalLettersCount = (alike: string) => `Known as “${alike}”. Capital letters count.`;
export const newServiceNothingElseNames = "New service: nothing else names it yet.";
export const isSkippedByTheClocks = (zone: string) =>
  `is skipped by the clocks in ${zone}; choose a time before or after it`;
export const dateExample = "2026-12-24 18:30";
export const dayExample = "2026-12-24";
export const timeExample = "2026-12-24 18:30, tomorrow 9:00";
export const isAnIncompleteDate =
  "is an incomplete date and time; write it like 2026-12-24 18:30, or clear it";
export const isAnIncompleteDateOrOne =
  "is an incomplete date, or one that does not exist; write it like 2026-12-24, or clear it";
export const leaveWithoutSaving = "Leave without saving?";
export const yourChangesOnThisPage = "Your changes on this page are not saved and will be lost.";
export const stay = "Stay";
export const leave = "Leave";
export const discardWhat = (what: string) => `Discard ${what}?`;
export const whatYouWrote = "It is not saved and will be lost.";
export const whatYouTyped = "what you wrote";
export const goOn = "Go on";
export const discard = "Discard";
export const itIsStoredEncrypted = (help: string) => `${help} It is stored encrypted and never shown again.`;
export const keepIt = "Keep it";
export const cancel = "Cancel";
export const replace = "Replace";
export const newAsAJsonObject = (label: string, object: boolean) =>
  `New ${label}${object ? " as a JSON object" : ""}`;
export const whatIsSecretIsStored = "What is secret is stored encrypted and never shown again.";
export const setWillBeCleared = "Set; will be cleared";
export const setWillBeReplaced = "Set; will be replaced";
export const willBeSet = "Will be set";
export const whatIsWrittenHereReplaces = "What is written here replaces everything that is stored.";
export const theVendorsDocumentation = "The vendor's documentation";
export const furtherSettingsAsAJson = "Further settings, as a JSON object";
export const hasWhichHasItsOwn = (name: string) => `has "${name}", which has its own input above`;
export const chooseAToSee = (name: string) => `Choose a ${name} to see its fields.`;
export const thisWasChanged = "This was changed meanwhile";
export const somebodyElseChangedThis = "Somebody else changed this";
export const youChangedThis = "You changed this in another place";
export const nothingWasOverwrittenChoose =
  "Nothing was overwritten. Choose a value for each field, then save.";
export const field = "Field";
export const before = "Before";
export const yours = "Yours";
export const theirs = "Theirs";
export const unchanged = "unchanged";
export const yoursLabel = (label: string) => `${label}: yours`;
export const theirsLabel = (label: string) => `${label}: theirs`;
export const keepEditing = "Keep editing";
export const saveTheseValues = "Save these values";
export const beforeYouSave = "Before you save";
export const theSetManages =
  "The set {set} manages this. A change here is drift: the next plan of the set takes it back, unless its bundle is changed too.";
export const theRowThatAlready = "The row that already has it: {name}";
export const create = "Create";
export const save = "Save";
export const fixFirst = (list: string) => `Fix first: ${list}`;
export const changedDriftOf = (making: boolean, list: string, set: string | null) =>
  `${making ? "Set" : "Changed"}: ${list}${set === null ? "" : `. Drift of ${set}`}`;
export const nothingFilledInYet = "Nothing filled in yet";
export const noChanges = "No changes";
export const inZone = (zone: string, chosen: string) => `In ${zone} time${chosen}.`;
export const keyOfPair = "key";
export const valueOfPair = "value";
export const savedBy = "{who} saved it {when}.";
export const youSavedIt = "You saved it {when}, such as in another tab.";
export const savedWhen = "It was saved {when}.";

export const propose = "Propose";
export const heldBy = (why: readonly string[]) => `${why.map((one) => `It ${one}`).join(". ")}.`;
export const titleOf = (making: boolean, one: string, name: string) =>
  `${making ? "New" : "Change the"} ${one}${name === "" ? "" : ` ${name}`}`;
export const isOfAnotherService = (theirs: string, own: string) =>
  `It is of the service ${theirs}, not of ${own}.`;
export const whatChanges = "What changes";
export const nothingYet = "Nothing yet.";
export const whatItWillBe = "What it will be";
export const needed = "needed";
export const sentAsNone = "none";
export const filledIn = "filled in";
export const theRestKeepsItsDefault = "The rest keeps its default.";
