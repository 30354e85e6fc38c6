/** What the page of drills says. */
export const title = "Drills";

export const about =
  "A drill is an alert that is marked as one. It goes the way of real alerts, and proves that people are reached.";

export const notifies = "People are notified by it. Every title begins with DRILL.";

export const routesAbout =
  "A route says when a drill is started by itself, and how often one has to prove it.";

export const noDrills = "No drill was started yet.";

/** What a drill can be about, as the form offers it. */
export const subjects = [
  { value: "route", label: "A route" },
  { value: "target", label: "A target" },
  { value: "service", label: "A service" },
] as const;

export type Subject = (typeof subjects)[number]["value"];
