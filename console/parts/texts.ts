/** The texts of this folder. */

export const ofRun = (run: string) => `run ${run}`;
export const tryingAgainEveryFewSeconds = " Trying again every few seconds.";
export const retry = "Retry";
export const loading = "Loading";
export const copy = "Copy";
export const copied = "Copied";
export const cancel = "Cancel";
export const rotateBegun = "Rotate…";
export const typeRotateToContinue = "Type rotate to continue";
export const rotate = "Rotate";
export const yes = "Yes";
export const no = "No";
export const on = "On";
export const off = "Off";
export const all = "All";
export const thisBrowserDoesNotLet =
  "This browser does not let the page copy, as on an address without HTTPS. Mark the value and copy it yourself.";
export const copyAndClose = "Copy and close";
export const theWasCreated = (what: string, name: string) => `The ${what} ${name} was created`;
export const copyTheNowOnly = (what: string) =>
  `Copy the ${what} now. Only its hash is stored, so it cannot be shown again.`;
export const iHaveCopiedIt = "I have copied it";
export const previousMonth = "Previous month";
export const nextMonth = "Next month";
export const wasRefused = "was refused: ";
export const older = (what: string) => `Older ${what}`;
export const orgconfig = "orgconfig";
export const setPassword = "Set password";
export const atLeast8Characters = "At least 8 characters and hard to guess, such as a few unrelated words.";
export const nothingWasChosen = "Nothing was chosen, or it took too long. Try again.";
export const thisDeviceHasAPasskey =
  "This device has a passkey of this account already. Use another device, or remove that one.";
export const yourBrowserMakesNoPasskey =
  "Your browser makes no passkey for this address. Ask whoever runs the installation to set ORGCONFIG_PUBLIC_URL.";
export const secondFactor = "Second factor";
export const yourPasswordIsRightNow = "Your password is right. Now show that it is you.";
export const useYourPasskey = "Use your passkey";
export const or = "or";
export const recoveryCode = "Recovery code";
export const code = "Code";
export const oneOfTheTen = "One of the ten that you wrote down; each works once.";
export const theSixDigits = "The six digits that your app shows now.";
export const useTheApp = "Use the app or the passkey";
export const useARecoveryCode = "Use a recovery code";
export const backToThePassword = "Back to the password";
export const signIn = "Sign in";
export const signInWith = (name: string) => `Sign in with ${name}`;
export const itOpensInAnotherTab = "It opens in another tab. When you are done there, come back to this one.";
export const continueHere = "Continue here";
export const thisLinkDoesNotWork = "This link does not work";
export const goToTheSignIn = "Go to the sign-in";
export const actions = "Actions";
export const revoke = "Revoke";
export const the = (verb: string, what: string, name: string) => `${verb} the ${what} ${name}?`;
export const typeToContinue = "Type {name} to continue";
export const expires = "Expires";
export const name = "Name";
export const myAssistant = "My assistant";
export const organizations = "Organizations";
export const highestRole = "Highest role";
export const myOwnRole = "My own role";
export const theTokenCanDoWhat = "The token can do what this role and your own role both allow.";
export const asItIs = "as it is";
export const showLess = "Show less";
export const showMore = (count: string) => `Show ${count} more`;
export const chooseFiles = "Choose files";
export const orDrop = (hint: string) => `or drop ${hint}`;
export const remove = (name: string) => `Remove ${name}`;
export const orPasteIt = "Or paste it";
export const page = (number: number) => `Page ${number}`;
export const copyId = "Copy id";
export const theOne = (one: string) => `the ${one}`;
export const pastVerbs: Readonly<Record<string, string>> = {
  accept: "accepted",
  acknowledge: "acknowledged",
  add: "added",
  allow: "allowed",
  apply: "applied",
  approve: "approved",
  cancel: "cancelled",
  change: "changed",
  clear: "cleared",
  close: "closed",
  comment: "commented",
  confirm: "confirmed",
  create: "created",
  delete: "deleted",
  deny: "denied",
  end: "ended",
  export: "exported",
  extend: "extended",
  link: "linked",
  make: "made",
  override: "overrode",
  pass: "passed",
  propose: "proposed",
  publish: "published",
  reject: "rejected",
  remove: "removed",
  renew: "renewed",
  report: "reported",
  request: "requested",
  reset: "reset",
  resolve: "resolved",
  restore: "restored",
  review: "reviewed",
  revoke: "revoked",
  rotate: "rotated",
  save: "saved",
  send: "sent",
  set: "set",
  sign: "signed",
  start: "started",
  swap: "swapped",
  take: "took",
  test: "tested",
  undo: "undid",
  update: "changed",
  verify: "verified",
};
export const loadingEnded = "Loading ended";
export const endsAt = "Ends at";
export const endsOn = (day: string, zone: string) => `Ends on ${day} (${zone}).`;
export const untilAMoment = "Until a moment";
export const itWaitsAsAProposal = "Nothing is changed yet: it waits as the proposal {title}.";
export const heldBy = (policies: readonly string[]) =>
  `Nothing was changed: it is held until others have looked, as ${policies.length === 1 ? "the change policy says" : "change policies say"}: ${policies.join(", ")}.`;
export const proposeOnly = "Propose only";
export const proposeOnlyMeans =
  "It reads and proposes changes, and people decide on them. It does nothing else, whatever else it may: what to give to a model.";
export const onlyProposes = "proposes only";
export const aProposal = "a proposal";
