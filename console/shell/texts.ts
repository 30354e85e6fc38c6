/** The texts of this folder. */

export const reason = "Reason";
export const until = "Until when";
export const mute = "Mute";
export const freeze = "Freeze";
export const freezes = (service: string) => `Every deploy of ${service} is held until then.`;
export const noServiceIsCalled = (service: string) =>
  `No service is called “${service}”: nothing that is configured names it, and no open alert does.`;
export const nobody = "Nobody would be notified.";
export const critical = (service: string) =>
  `Of alerts of ${service} that begin then, as it had them in the last 30 days and as its rows raise them, by the rows as they are now.`;
export const whole = "See why, route by route";
export const muted = "It would be muted, and nobody notified.";
export const unpinThisPage = "Unpin this page";
export const pinThisPage = "Pin this page";
export const itCannotBeUndone = "It cannot be undone";
export const undone = "Undone.";
export const undo = "Undo";
export const plan = "Plan";
export const closeTheNotice = "Close the notice";
export const ctrlZ = "Ctrl Z";
export const howYouAreReached = "How you are reached";
export const accountAndAppearance = "Account and appearance";
export const profile = "Profile";
export const accessTokens = "Access tokens";
export const appearance = "Appearance";
export const on = "on";
export const light = "Light";
export const dark = "Dark";
export const system = "System";
export const apiReference = "API reference";
export const signOut = "Sign out";
export const now = "Now";
export const alerts = "Alerts";
export const onCall = "On call";
export const services = "Services";
export const objectives = "Objectives";
export const incidents = "Incidents";
export const changes = "Changes";
export const setUp = "Set-up";
export const organization = "Organization";
export const pinned = "Pinned";
export const recent = "Recent";
export const needAttention = " need attention";
export const unpin = (name: string) => `Unpin ${name}`;
export const action = "Action";
export const menu = "Menu";
export const account = "Account";
export const newOne = (one: string) => `New ${one}`;
export const newAccessToken = "New access token";
export const goTo = (name: string) => `Go to ${name}`;
export const lightAppearance = "Light appearance";
export const darkAppearance = "Dark appearance";
export const openAlert = "Open alert";
export const acknowledge = "Acknowledge";
export const newApiKey = "New API key";
export const inviteAMember = "Invite a member";
export const whoIsNotifiedOfAt = (service: string, time: string | undefined) =>
  `Who is notified of ${service}${time === undefined ? " now" : ` at ${time}`}`;
export const freezeDeploysOf = "Freeze deploys of";
export const untilWhen = (verb: string, service: string) => `${verb} ${service}: until when?`;
export const findAnything = "Find anything";
export const findAPageARow = "Find a page, a row or an action";
export const found = "Found";
export const looking = "Looking…";
export const nothingFound = "Nothing found.";
export const search = "Search";
export const searchSetUp = (text: string) => `Search the set-up for “${text}”`;
export const searchAlerts = (text: string) => `Search alerts for “${text}”`;
export const searchChanges = (text: string) => `Search changes for “${text}”`;
export const nearest = "Nothing has all of these words. This is nearest:";
export const takesTheRole = (title: string, role: string) => `${title}: it takes the role ${role}.`;
export const someRowsCould = "Some rows could not be searched";
export const service = "Service";
export const shownFirst = "Shown first";
export const theConsoleCannotStart = "The console cannot start";
export const loading = "Loading";
export const isSuspended = (name: string) => `${name} is suspended.`;
export const isGoingToBeDeleted = (name: string, deleteAt: string) =>
  `${name} is going to be deleted on ${deleteAt}.`;
export const untilThenAndNobody = " until then, and nobody is paged after it.";
export const nothingCanBeChangedAlerts =
  "{words} {reason}Nothing can be changed. Alerts still reach people{deleteAt}";
export const cancel = "Cancel";
export const ctrlK = "Ctrl K";
export const skipToThePage = "Skip to the page";
export const find = "Find";
export const pages = "Pages";
export const hideTheMenu = "Hide the menu";
export const showTheMenu = "Show the menu";
export const orgconfig = "orgconfig";
export const somethingWentWrong = "Something went wrong on this page";
export const tryAgain = "Try again";
export const youAreOfflineWhatYou = "You are offline. What you see may be old, and nothing can be saved.";
export const changeTheOrganization = "Change the organization";
export const noOrganization = "No organization";
export const here = "here";
export const needsASecondFactor = (slug: string, signIn: boolean) =>
  `${slug} · needs a ${signIn ? "sign-in" : "second factor"}`;
export const thereIsNoSuch = (what: string) => `There is no such ${what}`;
export const itWasDeleted = "It was deleted, or the address is wrong, or it belongs to another organization.";
export const backToTheOverview = "Back to the overview";
export const youCannotOpenThisOrganization = "You cannot open this organization";
export const youAreSigned = (email: string) =>
  `You are signed in as ${email}, and this account is not a member. Ask an org admin there for an invitation, or sign in with another account: this page opens after that. If you typed the address, check it.`;
export const signInWithAnotherAccount = "Sign in with another account";
export const requiresASecondFactor = (name: string) => `${name} requires a second factor`;
export const signInFor = (name: string) => `Sign in for ${name}`;
export const aPasswordAloneDoes = (name: string, aside: boolean) =>
  `A password alone does not open ${name}. Add an app for codes or a passkey: it takes a minute, and everything is here again right after.${aside ? " What you typed is kept." : ""}`;
export const addASecondFactor = "Add a second factor";
export const membersOfSign = (at: string | null, name: string, aside: boolean) =>
  `${at === null ? `You are signed in, but not for ${name}: you came from the sign-in of another organization, or an org admin ended your session for ${name}. Enter your password to continue.` : `Members of ${name} sign in at its own provider. You stay signed in for your other organizations.`}${aside ? " What you typed is kept." : ""}`;
export const orWithAPassword = "or with a password";
export const noOrganizationYet = "No organization yet";
export const youAreNotAMember = "You are not a member of any organization. Ask an org admin to invite you.";

export const lookBeforeYouDoIt = "Look before you do it";
export const doItAllTheSame = "Do it all the same";
export const aPartCouldNotBeRead =
  "A part of this page could not be read, and is missing or old. It is tried again every few seconds.";
