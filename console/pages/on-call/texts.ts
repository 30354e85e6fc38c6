/** The texts of this folder. */

export const onCall = "On call";
export const newRota = "New rota";
export const iAmAway = "I am away";
export const shiftsFollowFrom =
  "Shifts follow from <rotas>rotas</rotas> and <overrides>overrides</overrides>. <absences>Absences</absences> move nobody by themselves.";
export const noRotasYet = "No rotas yet";
export const whatARotaIs =
  "A rota says who takes turns at being on call. Alerts go to whoever has it at the moment, and a time that nobody covers is shown before it comes.";
export const moveIn = "Move in from PagerDuty, Opsgenie or Grafana OnCall";
export const anAdminMakesIt = "An admin makes the first one.";

export const you = "(you)";
export const yourShifts = "Your shifts";
export const youAreOnCall = "You are on call for {rota} until {until}.";
export const yourNextShift = "Your next shift: {rota}, from {from} to {until}.";
export const thenAgain = "Then again: {rota}, from {from} to {until}.";
export const noNextShift = (isOnCall: boolean) =>
  isOnCall ? "After that you have no shift in the next 90 days." : "You have no shift in the next 90 days.";
export const shiftsAreUnknown = "Your shifts are not known: they could not be read.";
export const loading = "Your shifts are being read.";
export const inZone = (zone: string) => `In ${zone} time.`;
export const inTwoZones = (zone: string, when: string, ownZone: string) =>
  `In ${zone} time. On your clock (${ownZone}): ${when}.`;
export const onYourClock = (when: string, zone: string) => `On your clock: ${when} (${zone})`;
export const onMyClock = (zone: string) => `Times on my clock (${zone})`;
export const timesOf = (zone: string) => `Times are those of ${zone}.`;
export const ownTimes = (ownZone: string, zone: string) =>
  `Times are those of ${ownZone}, your clock. Days are those of ${zone}.`;

export const openIt = "Open";
export const notKnown = "Not all of this rota is known";
export const noRotation = "This rota has no rotation yet, so that nobody is on call.";
export const nowAndNext = (rota: string) => `${rota}: now and next`;
export const role = "Role";
export const now = "Now";
export const next = "Next";
export const nobody = "Nobody";
export const nobodyIsOnCall = "Nobody is on call";
export const noEnd = "without an end";
export const untilWhen = (when: string) => `until ${when}`;
export const sinceWhen = (when: string) => `since ${when}`;
export const fromWhen = (when: string) => `from ${when}`;
export const byOverride = "by an override";
export const noNext = "Nobody within a year";

export const gapsOf = (rota: string) => `${rota}: gaps`;
export const concernsOf = (rota: string) => `${rota}: concerns`;
export const nobodyFor = (role: string, when: string) => `Nobody is on call as ${role}: ${when}`;
export const andAgain = (times: number) => `, and ${times} more ${times === 1 ? "time" : "times"}`;
export const takeIt = "Take it";
export const giveItTo = "Give it to…";
export const askThem = "Ask them by mail to add a device";
export const askThemOf = (rota: string) => `Ask them by mail to add a device: ${rota}`;
export const wasAsked = (asked: string, before: string) =>
  [
    asked === "" ? "" : `Mailed: ${asked}.`,
    before === "" ? "" : `Mailed in the last 24 hours already: ${before}.`,
  ]
    .filter((part) => part !== "")
    .join(" ");
export const addADevice = "Add a device";
export const reachedBy = (ways: string) => `reached by ${ways}`;
export const wayWords: Readonly<Record<string, string>> = { sms: "text message" };
export const changeTheRota = "Change the rota";

export const fourWeeks = "The next four weeks";
export const fourWeeksOf = (role: string) => `The next four weeks: ${role}`;
export const person = "Person";
export const today = "today";
export const todayDay = "Today,";
export const goesOn = "on call";
export const nobodyInFourWeeks = "Nobody is on call in these weeks.";
export const noShift = "No shift";
export const daysOf = (rota: string, role: string) => `${rota}, ${role}: days`;
export const untilTime = (time: string) => `until ${time}`;
export const fromTime = (time: string) => `from ${time}`;
export const fromTo = (from: string, to: string) => `${from} to ${to}`;
export const nameAs = (name: string, role: string) => `${name} as ${role}`;
export const nameAndTerm = (name: string, when: string) => `${name}: ${when}`;

export const roleOf = (rota: string, role: string) => `${rota} (${role})`;
export const modes = { take: "Take", give: "Give", swap: "Swap" } as const;
/** What a button does, as screen readers say it: without what stands next to it. */
export const actOn = (act: string, what: string, when: string) => `${act}: ${what}, ${when}`;
export const whatToDo = "What to do";
export const whose = "Whose shift";
export const giveTo = "Give it to";
export const swapWith = "Swap with";
export const from = "From";
export const until = "Until";
export const emptyIsNow = "Empty is now.";
export const inReturn = "You take in return";
export const inReturnOfYours = "You give in return";
export const returnFrom = "In return from";
export const returnUntil = "In return until";
export const hasNoOtherShift = (name: string | undefined, role: string) =>
  name === undefined
    ? `You have no shift as ${role} in the next 90 days that could be given in return.`
    : `${name} has no shift as ${role} in the next 90 days that could be taken in return.`;
export const reason = "Reason (optional)";
export const doIt = (mode: keyof typeof modes, name: string, named: boolean) =>
  mode === "take"
    ? "Take it"
    : named
      ? `${mode === "give" ? "Give it to" : "Swap with"} ${name}`
      : modes[mode];
export const done = (mode: keyof typeof modes, name: string, isMe: boolean, what: string) =>
  mode === "swap"
    ? `Swapped: ${what}.`
    : isMe
      ? `You took ${what}.`
      : `${name} has ${what} for that time now.`;

export const awayMovesNobody =
  "You stay on call where you are. Your shifts of that time become concerns, each with who could cover.";
export const tomorrow = "Tomorrow";
export const theWeekend = "The weekend";
export const nextWeek = "Next week";
export const myNextShift = "My next shift";
export const note = "Note (optional)";
export const noteExample = "On holiday";
export const save = "Save";
export const youAreAway = (when: string) => `You are away: ${when}.`;

export const subscribe = "Subscribe";
export const subscribeTo = (rota: string) => `Subscribe to ${rota}`;
export const myCalendar = "My calendar";
export const calendarOfYours = "Your shifts in your calendar";
export const calendarOf = (rota: string) => `${rota} in your calendar`;
export const whatYourFeedHas =
  "A calendar program subscribes to an address with all of your shifts, in all of your organizations. It follows each change.";
export const whatARotasFeedHas =
  "A calendar program subscribes to an address with all shifts of this rota. It follows each change.";
export const aNewAddressEndsTheOld =
  "Whoever knows the address reads the shifts. It is shown once. A new one ends the one that you made before.";
export const makeAnAddress = "Make an address";
export const endTheAddress = "End the address";
export const ended = "The address leads nowhere from now on.";
export const thereWasNone = "There was no address.";
export const addItToYourCalendar =
  "Copy the address now, and add it in your calendar program as a calendar from the internet.";
export const iHaveCopiedIt = "I have copied it";

export const whichPart = "Shifts or load";
export const shifts = "Shifts";
export const load = "Load";
export const whatLoadIs = "What being on call asks of each person. Who has most hours stands first.";
export const downloadCsv = "Download CSV";
export const monthBothWays = "30 days before and after";
export const thisMonth = "This month";
export const lastMonth = "Last month";
export const nextMonth = "Next month";
export const untilNow = "Until now";
export const fromNowOn = "From now on";
export const hours = "Hours";
export const nights = "Nights";
export const weekends = "Weekends";
export const pages = "Pages";
export const atNight = "At night";
export const acknowledgedAfter = "Acknowledged after";
export const nobodyInThatTime = "Nobody is on call in that time.";
export const howItIsCounted =
  "Nights are from 22:00 to 07:00 and weekends from Saturday to Monday, by the clock of the rota's zone. Until now is by the rotas of today. Pages are alerts that were mailed to the person; how long they took is the median.";
export const pagesAreKnownFrom = (day: string) => `Pages are known from ${day} on.`;
export const morePagesThanCounted = "There were more pages than are counted here.";
export const nothingAcknowledged = "–";
export const night = "night";
export const weekend = "weekend";
export const hoursOf = (hours: string) => `${hours} h`;
export const noPages = "none";
export const pagesOf = (count: string, atNight: number, wait: string) =>
  `${count}${atNight === 0 ? "" : `, ${atNight} at night`}${wait === "" ? "" : `, acknowledged after ${wait}`}`;

export const rotas = "Rotas";
export const findRotas = "Find rotas";
export const nameOrPerson = "Name or person";
export const whichRotas = "Which rotas";
export const whoseRotas = {
  mine: (count: number) => `Mine (${count})`,
  all: (count: number) => `All (${count})`,
} as const;
export const rotasShown = (shown: number, all: number) =>
  shown === all ? `${all} ${all === 1 ? "rota" : "rotas"}` : `${shown} of ${all} rotas`;
export const noRotaFound = (text: string) => `No rota is called so, and nobody of one: ${text}.`;
export const noneOfYours = "You are in no rota.";
export const nowIn = (rota: string) => `${rota}: now`;
